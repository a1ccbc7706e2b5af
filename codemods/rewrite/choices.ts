import { groupBy } from '../../mappings/dsl/group-by.ts'
import type { Site } from '../sites/sites.ts'
import { type Edit, keyOf } from './edit/edit.ts'
import { editIndex } from './edit/edit-index.ts'
import { methodsOf } from './move-method.ts'
import type { Plan } from './plan.ts'
import { reasons } from './reason.ts'

/** The calls of a program, with what each is planned to become. */
interface Planned {
  readonly sites: readonly Site[]
  readonly planned: readonly (readonly Plan[])[]
}

/**
 * The calls whose callers say which of several paths is asked for, together: the words of these paths stand in one function,
 * which moves with all of its callers. Where one of them stays, the call is planned as it stands in the function.
 */
export const joinChoices = (sites: readonly Site[], plansOf: (site: Site) => readonly Plan[]): Planned => {
  const rows = sites.map((site) => ({ site, plans: plansOf(site) }))
  const joined = [...groupBy(rows, ({ site }) => site.choice ?? site)].flatMap(([choice, group]) => {
    if (!('length' in choice)) return group
    const plans = group.flatMap((row) => row.plans)
    const together = {}
    const isAlike = methodsOf(plans)
    return plans.every((plan) => !plan.left && isAlike(plan)) && !doClash(plans)
      ? group.map((row) => ({ ...row, plans: row.plans.map((plan) => ({ ...plan, together })) }))
      : choice.map((site) => ({ site, plans: plansOf(site).map((plan) => heldBy(plan, plans)) }))
  })
  return { sites: joined.map(({ site }) => site), planned: joined.map(({ plans }) => plans) }
}

/** A call that may be one of several operations, with what keeps one of them where it is. */
const heldBy = (plan: Plan, each: readonly Plan[]): Plan => {
  const stuck = each.find(({ left, route }) => left && route)
  return plan.left?.rule === reasons.alternatives().rule && stuck?.left && stuck.route
    ? { ...plan, left: reasons.oneStays(stuck.route.old, stuck.left) }
    : plan
}

const doClash = (plans: readonly Plan[]): boolean => {
  const index = editIndex<Plan>()
  for (const plan of plans) for (const edit of [...plan.base, ...plan.edits]) index.add(edit, plan)
  return (
    plans.some((plan) => [...plan.base, ...plan.edits].some((edit) => index.clashes(edit, plan))) ||
    plans.some((plan) => plans.some((other) => wrapsChanged(plan.edits, other.edits)))
  )
}

/** Whether one puts a mapper around what another says in v2's words already: `toV2(id ? { … } : { … })`. */
const wrapsChanged = (edits: readonly Edit[], others: readonly Edit[]): boolean => {
  const known = new Set(others.map(keyOf))
  const own = new Set(edits.map(keyOf))
  const inserted = edits.filter(({ start, end }) => start === end)
  return inserted
    .filter((edit) => edit.text.endsWith('(') && !known.has(keyOf(edit)))
    .some(({ file, start }) => {
      const last = inserted.find((one) => one.file === file && one.start > start && one.text.startsWith(')'))
      const isWithin = (one: Edit): boolean =>
        one.file === file && one.start >= start && last !== undefined && one.end <= last.start
      return others.some((one) => !own.has(keyOf(one)) && isWithin(one))
    })
}
