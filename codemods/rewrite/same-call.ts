import { groupBy } from '../../mappings/dsl/group-by.ts'
import { keyOf } from './edit/edit.ts'
import type { Plan } from './plan.ts'

/**
 * One plan for a call that gets to a library in two places: `proxied ? proxied(url, init) : fetch(url, init)`. Both say
 * the same of it; of the options that go with a GraphQL call, one may see more than the other.
 */
export const oncePerCall = (plans: readonly Plan[]): Plan[] => {
  const byTop = groupBy(plans, ({ site }) => site.top)
  return plans.flatMap((plan) => {
    const same = (byTop.get(plan.site.top) ?? []).filter((other) => other === plan || isSameCall(plan, other))
    if (same.length === 1) return [plan]
    return same[0] === plan ? [joined(same)] : []
  })
}

const isSameCall = (one: Plan, other: Plan): boolean => {
  const isMoved = [one, other].every(({ left, kept, site }) => !left && !kept && !site.branch)
  if (!isMoved || one.site.top !== other.site.top || one.route !== other.route) return false
  if (one.operation !== undefined) return namesOf(one) === namesOf(other)
  return wordsOf(one) === wordsOf(other)
}

const namesOf = ({ operation, mappers }: Plan): string =>
  [operation, ...mappers.map(({ mapper }) => mapper.name)].join()

const wordsOf = ({ base, edits }: Plan): string => [...base, ...edits].map(keyOf).sort().join('\n')

const joined = (plans: readonly Plan[]): Plan => {
  const [most] = [...plans].sort((one, other) => lengthOf(other) - lengthOf(one))
  const around = plans.flatMap((plan) => plan.around ?? [])
  return { ...(most as Plan), ...(around.length > 0 ? { around } : {}) }
}

const lengthOf = ({ edits }: Plan): number => edits.reduce((sum, { text }) => sum + text.length, 0)
