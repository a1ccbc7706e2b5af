import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import type { Plan, Untold } from '../../plan.ts'
import { readPathsOf } from '../reads/read-paths.ts'

/**
 * What types and schemas say and v2 does not, each type once: of one that several answers are of, what all of those are
 * without. A bill of pods still says `podId`, whatever one of endpoints does.
 */
export const oncePerType = (plans: readonly Plan[]): readonly Untold[] => {
  const all = plans.flatMap((plan) => (plan.answer?.untold ?? []).map((one) => ({ one, plan })))
  const types = groupBy(all, ({ one }) => one.type?.node)
  return [
    ...all.flatMap(({ one }) => (one.type ? [] : [one])),
    ...[...types].flatMap(([type, group]) =>
      type
        ? merged(
            group.map(({ one }) => one),
            group.map(({ plan }) => plan),
          )
        : [],
    ),
  ]
}

const merged = (group: readonly Untold[], plans: readonly Plan[]): readonly Untold[] => {
  const [first] = group
  const places = new Map(group.flatMap(({ type }) => [...(type?.places ?? [])]))
  const names = distinct(group.flatMap((one) => one.names)).filter(
    (name) => !plans.some((plan) => tells(plan, name)),
  )
  const foreign = distinct(group.flatMap((one) => one.foreign))
  const node = places.get(names[0] ?? foreign[0] ?? '')
  return first && node ? [{ ...first, node, names, foreign }] : []
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)]

/** Whether v2 says a member in the answers of a call. */
const tells = ({ route }: Plan, name: string): boolean => {
  if (!route) return false
  const { kindOf, lossOf } = readPathsOf(route.mapping)
  const path = name.split('.')
  return kindOf(path) !== undefined && lossOf(path) === undefined
}
