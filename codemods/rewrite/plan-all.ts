import type { ts } from 'ts-morph'
import { withoutTestServers } from '../beside/files/test-servers.ts'
import type { Sources } from '../project/parse/program.ts'
import { keepSites } from '../sites/known-sites.ts'
import type { Trace } from '../sites/program/frames/source.ts'
import { type Site, sitesIn } from '../sites/sites.ts'
import { unknownSites } from '../sites/unknown-sites.ts'
import { moveBase } from './address/address.ts'
import { elsewhere } from './address/made/elsewhere.ts'
import { linksElsewhere } from './address/made/links-elsewhere.ts'
import { withInterceptors } from './answer/heard-by-interceptors.ts'
import { withCallerRefusals } from './body/refusals/caller-refusals.ts'
import { joinBranches } from './branches.ts'
import { joinChoices } from './choices.ts'
import type { RewriteOptions } from './contract.ts'
import { planGraphql } from './graphql/graphql.ts'
import { settleHanded } from './graphql/handed/settle-handed.ts'
import { keysBeside } from './graphql/key/graphql-key.ts'
import { planHabit } from './habit.ts'
import { handOvers } from './handed-on/hand-overs.ts'
import { isMapperModule } from './mapper/module/module-form.ts'
import { heldBack, stay } from './may-change.ts'
import type { Plan } from './plan.ts'
import { planEach } from './plan-each.ts'
import { type Reason, reasons } from './reason.ts'
import { withReplaced } from './replaced/replaced.ts'
import { planRest } from './rest.ts'
import { oncePerCall } from './same-call.ts'

/** Every call of the old APIs in a program's own files. One whose analysis ended in a mistake of ours is given to `crashed`. */
export const allSites = (
  trace: Trace,
  sources: Sources,
  { hosts, routes, root }: RewriteOptions,
  crashed: (node: ts.Node, error: unknown) => void,
): Site[] => {
  const files = sources.files.filter(({ fileName }) => !isMapperModule(fileName))
  const known = files.flatMap((file) => sitesIn(trace, file, { hosts, routes }, crashed))
  const others = files.flatMap((file) => unknownSites(trace, file, { hosts, routes }, crashed))
  return [...known, ...others].map((site) => withoutTestServers(site, root))
}

/** What is to become of each call by itself; what calls share is settled between them later. */
export const planAll = (
  trace: Trace,
  sites: readonly Site[],
  { hosts, routes, mayChange, root }: RewriteOptions,
): Plan[] => {
  const beside = keysBeside(trace, sites)
  keepSites(trace, sites)
  const planOf = (site: Site): Plan | undefined =>
    planRest({ trace, routes }, site) ?? planGraphql(trace, site, beside) ?? planHabit(trace, site, routes)
  const plansOf = (site: Site): readonly Plan[] => {
    try {
      const plan = trace.assuming(site.branch, () => planOf(site))
      const each = plan && planEach({ trace, routes }, plan)
      return plan ? (each ?? [plan]).flatMap((one) => withCallerRefusals(trace, one, root)) : []
    } catch (error) {
      // Nothing may move its base from under it.
      const base = site.located.flatMap(moveBase)
      return [{ site, base, edits: [], mappers: [], findings: [], left: reasons.crashed(error) }]
    }
  }
  const { sites: chosen, planned } = joinChoices(sites, plansOf)
  const plans = oncePerCall(trace, settleHanded(trace, joinBranches(chosen, planned)))
  // also as they stand in the function that chooses
  const own = withoutElsewhere(trace, [...sites, ...chosen], plans, { hosts, root })
  const heard = withInterceptors(withReplaced(trace, own, root))
  const all = [...heard, ...handOvers(trace, routes, heard, root)]
  return mayChange
    ? settleHanded(
        trace,
        all.map((plan) => heldBack(plan, mayChange, root)),
      )
    : all
}

/** Calls stay whose path goes to another host as well: the old base, put into it, would go there with it, too. */
const withoutElsewhere = (
  trace: Trace,
  sites: readonly Site[],
  plans: readonly Plan[],
  { hosts, root }: Pick<RewriteOptions, 'hosts' | 'root'>,
): readonly Plan[] => {
  const goesElsewhere = elsewhere(trace, sites, root)
  const held = (plan: Plan, why: Reason): Plan => ({ ...stay(plan, why), isHeld: true })
  return plans.map((plan) => {
    if (plan.left || !plan.route) return plan
    const why = goesElsewhere(plan.site)
    if (why) return held(plan, why)
    return linksElsewhere(trace, plan, hosts) ? held(plan, reasons.linksElsewhere()) : plan
  })
}
