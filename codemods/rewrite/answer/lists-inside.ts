import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { functionAround } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { servesOthers } from '../body/inlets/serves-others.ts'
import type { Edit } from '../edit/edit.ts'
import { listsMapper } from '../mapper/mapper.ts'
import type { Plan } from '../plan.ts'
import { reasons } from '../reason.ts'
import { wrapRoot } from './answer.ts'
import type { InTheWay } from './inside.ts'

/**
 * The edits that take a list out of v2's envelope where a helper parses it, for all of its callers alike: what is no list of
 * those that it knows, it gives back as it is.
 * @returns undefined where other services may answer there, or what they call a list may be one of theirs
 */
export const listsInside = (
  trace: Trace,
  site: Site,
  { answer, list }: Route,
  { parsed }: InTheWay,
): readonly Edit[] | undefined => {
  if (answer !== 'list' || !parsed || list === undefined || list === RECORDS) return undefined
  const helpers = parsed.map((root) => functionAround(root))
  if (helpers.some((one) => !one || servesOthers(trace, site, one))) return undefined
  return parsed.flatMap((root) => wrapRoot(trace, root, { name: listsMapper([]).name, rest: '' }))
}

/** What bills are listed under is a word of many services. */
const RECORDS = 'records'

/**
 * Plans of which some have a list taken out where a helper parses it: others that share the helper find it taken out as
 * well, so that they translate its items only; where one of them takes it out itself, the first stay.
 */
export const settleInside = (plans: readonly Plan[]): readonly Plan[] => {
  const taken = callsOf(plans, ({ answer }) => answer?.isOpenedInside === true)
  if (taken.size === 0) return plans
  const opened = callsOf(plans, ({ answer }) => answer?.isOpened === true)
  return plans.map((plan) => {
    const { answer, site, route } = plan
    if (!answer || !taken.has(site.sink.call) || route?.answer !== 'list') return plan
    if (answer.isOpenedInside && opened.has(site.sink.call))
      return { ...plan, edits: [], mappers: [], findings: [], left: reasons.answer() }
    const { inPlace: _, ...mapped } = answer
    return { ...plan, answer: mapped }
  })
}

const callsOf = (plans: readonly Plan[], isWanted: (plan: Plan) => boolean): ReadonlySet<ts.Node> =>
  new Set(plans.flatMap((plan) => (!plan.left && isWanted(plan) ? [plan.site.sink.call] : [])))
