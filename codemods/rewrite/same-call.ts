import { groupBy } from '../../mappings/dsl/group-by.ts'
import { inTurn } from '../sites/program/syntax/in-turn.ts'
import type { Site } from '../sites/sites.ts'
import type { Trace } from '../sites/values/trace.ts'
import { keyOf as placeOf } from './edit/edit.ts'
import { keyOf, keyTextOf } from './graphql/key/graphql-key.ts'
import type { Plan } from './plan.ts'
import { type Reason, reasons } from './reason.ts'

/**
 * One plan for a call that gets to a library in two places: `proxied ? proxied(url, init) : fetch(url, init)`. Both say
 * the same of it; of the options that go with a GraphQL call, one may see more than the other. A GraphQL call goes as a
 * whole: where one of the places keeps it, or each sends another key, it stays.
 */
export const oncePerCall = (trace: Trace, plans: readonly Plan[]): Plan[] => {
  const byTop = groupBy(plans, ({ site }) => site.top)
  return plans.flatMap((plan) => {
    const atTop = byTop.get(plan.site.top) ?? []
    const left = isDocument(plan) && atTop.length > 1 ? heldBy(trace, atTop.filter(isDocument)) : undefined
    const same = atTop.filter(
      (other) => other === plan || isSameCall(plan, other) || (left && isDocument(other)),
    )
    if (same[0] !== plan) return []
    if (left) return [{ ...plan, edits: [], mappers: [], findings: [], left }]
    return same.length === 1 ? [plan] : [joined(same)]
  })
}

const isDocument = ({ site, operation }: Plan): boolean => operation !== undefined && !site.branch

/** Why a document that is sent in several places stays altogether; undefined where it may go, or stays everywhere. */
const heldBy = (trace: Trace, plans: readonly Plan[]): Reason | undefined => {
  const moving = plans.filter(({ left, kept }) => !left && !kept)
  if (moving.length === 0) return undefined
  const keys = new Set(moving.flatMap(({ site }) => keyOf(trace, site)?.text ?? keyTextOf(trace, site) ?? []))
  return plans.find(({ left }) => left)?.left ?? (keys.size > 1 ? reasons.decidedKey([...keys]) : undefined)
}

const isSameCall = (one: Plan, other: Plan): boolean => {
  const isMoved = [one, other].every(({ left, kept, site }) => !left && !kept && !site.branch)
  if (!isMoved || one.site.top !== other.site.top || one.route !== other.route) return false
  if (one.operation !== undefined) return namesOf(one) === namesOf(other)
  return wordsOf(one) === wordsOf(other)
}

const namesOf = ({ operation, mappers }: Plan): string =>
  [operation, ...mappers.map(({ mapper }) => mapper.name)].join()

const wordsOf = ({ base, edits }: Plan): string => [...base, ...edits].map(placeOf).sort().join('\n')

const AGAIN = 'its second request, which tried again'

const joined = (plans: readonly Plan[]): Plan => {
  const [most] = [...plans].sort((one, other) => lengthOf(other) - lengthOf(one))
  const isAgain =
    plans.some(isDocument) && plans.some((one) => plans.some((other) => isSentAgain(one.site, other.site)))
  const around = [...plans.flatMap((plan) => plan.around ?? []), ...(isAgain ? [AGAIN] : [])]
  return { ...(most as Plan), ...(around.length > 0 ? { around } : {}) }
}

const isSentAgain = (one: Site, other: Site): boolean =>
  one.sink.call !== other.sink.call && inTurn(one.sink.call, other.sink.call)

const lengthOf = ({ edits }: Plan): number => edits.reduce((sum, { text }) => sum + text.length, 0)
