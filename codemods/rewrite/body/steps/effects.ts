import { type Hole, isHole } from '../../../../mappings/dsl/hole.ts'
import { isObject } from '../../../../mappings/dsl/json.ts'
import { equal } from '../../../../mappings/dsl/runtime.ts'
import { SPREAD } from '../tries/lookup.ts'
import type { Passage, State } from './program.ts'

/** A body in v2's shape, with holes. */
export type Doc = Readonly<Record<string, unknown>>

/** What a slot has to do to v2's body, by its keys. */
export type Effect =
  | { readonly kind: 'set'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'remove'; readonly key: string }
  /** Some members of an object, which may not be there yet. */
  | { readonly kind: 'members'; readonly key: string; readonly members: Doc; readonly isThere: boolean }

/** For each key that a slot changes: the ways to say so, each right in every state in which the slot is met. */
export const effectsOf = (
  { before, after }: Passage,
  docOf: (state: State) => Doc,
): readonly (readonly Effect[])[] => {
  const pairs = before.map((state, index) => [docOf(state), docOf(after[index] as State)] as const)
  const keys = new Set(pairs.flatMap(([from, to]) => [...Object.keys(from), ...Object.keys(to)]))
  return [...keys].flatMap((key) => {
    const own = pairs.map(([from, to]): Pair => [from[key], to[key]])
    return own.every(([from, to]) => same(from, to)) ? [] : [effectsOn(key, own)]
  })
}

type Pair = readonly [from: unknown, to: unknown]

const effectsOn = (key: string, pairs: readonly Pair[]): Effect[] => {
  const [[, value] = []] = pairs
  const effects: Effect[] = []
  if (pairs.every(([, to]) => same(to, value)))
    effects.push(value === undefined ? { kind: 'remove', key } : { kind: 'set', key, value })
  const members = membersOf(pairs)
  const isThere = pairs.every(([from]) => isObject(from))
  if (members) effects.push({ kind: 'members', key, members, isThere })
  return effects
}

/** The members that are new in every pair, where nothing else is. */
const membersOf = (pairs: readonly Pair[]): Doc | undefined => {
  const found: Record<string, unknown> = {}
  for (const [from, to] of pairs) {
    if (!isDoc(to) || !(from === undefined || isDoc(from))) return undefined
    for (const [name, value] of Object.entries(to)) {
      if (from && same(from[name], value)) continue
      if (name in found && !same(found[name], value)) return undefined
      found[name] = value
    }
  }
  const isRight = ([from, to]: Pair): boolean => same({ ...(from as Doc | undefined), ...found }, to)
  return !(SPREAD in found) && pairs.every(isRight) ? found : undefined
}

const isDoc = (value: unknown): value is Doc => isObject(value) && !isHole(value)

/** Whether two values of v2's body are one and the same whenever the program runs. */
export const same = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (isHole(one) || isHole(other)) return sameHole(one, other)
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [left, right] = [entriesOf(one), entriesOf(other)]
  if (Array.isArray(one) !== Array.isArray(other) || left.length !== right.length) return false
  return left.every(([name, value]) => same(value, (other as Record<string, unknown>)[name]))
}

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, one]) => one !== undefined)

const sameHole = (one: unknown, other: unknown): boolean => {
  const [left, right] = [knownOf(one), knownOf(other)]
  if (left && right && equal(left.value, right.value)) return true
  return isHole(one) && isHole(other) && one.text === other.text && one.origin === other.origin
}

const knownOf = (value: unknown): Hole['known'] => (isHole(value) ? value.known : { value })
