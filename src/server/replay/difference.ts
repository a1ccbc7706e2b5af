import { isObject } from '../../../mappings/dsl/json.ts'
import { REDACTED } from '../record/secret-names.ts'

/** One place where two documents differ. */
export interface Difference {
  /** Where, e.g. `pods[id=p1].name`; empty for the whole. */
  readonly at: string
  readonly recorded: unknown
  readonly present: unknown
}

/** RFC 3339, and the older form without its T. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?( ?(Z|UTC|[+-]\d{2}:?\d{2}))?/

/** What differs between any two runs, or was never written down. */
const isNoise = (recorded: unknown, present: unknown): boolean => {
  if (recorded === REDACTED || present === REDACTED) return true
  return (
    typeof recorded === 'string' &&
    typeof present === 'string' &&
    TIMESTAMP.test(recorded) &&
    TIMESTAMP.test(present)
  )
}

const idOf = (value: unknown): string | undefined => {
  const id = isObject(value) ? value.id : undefined
  return typeof id === 'string' ? id : undefined
}

const byId = (items: readonly unknown[]): ReadonlyMap<string, unknown> | undefined => {
  const map = new Map(items.map((item) => [idOf(item) ?? '', item]))
  return map.size === items.length && !map.has('') ? map : undefined
}

const lists = (
  recorded: readonly unknown[],
  present: readonly unknown[],
  at: string,
  name: string,
): Difference[] => {
  const [before, after] = [byId(recorded), byId(present)]
  // Lists of resources, and of ids, come in no promised order.
  if (before && after)
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) =>
      compare(before.get(id), after.get(id), `${at}[id=${id}]`),
    )
  const sorted = /ids$/i.test(name)
  const [left, right] = sorted ? [[...recorded].sort(), [...present].sort()] : [recorded, present]
  return Array.from({ length: Math.max(left.length, right.length) }, (_none, index) =>
    compare(left[index], right[index], `${at}[${index}]`),
  ).flat()
}

/** Where two JSON values differ beyond timestamps, the order of ids, and what was redacted. */
export const compare = (recorded: unknown, present: unknown, at = ''): Difference[] => {
  if (Object.is(recorded, present) || isNoise(recorded, present)) return []
  if (Array.isArray(recorded) && Array.isArray(present))
    return lists(recorded, present, at, /(\w*)$/.exec(at)?.[1] ?? '')
  if (!isObject(recorded) || !isObject(present)) return [{ at, recorded, present }]
  const names = new Set([...Object.keys(recorded), ...Object.keys(present)])
  return [...names].flatMap((name) => {
    const [left, right] = [recorded, present].map((side) =>
      Object.hasOwn(side, name) ? side[name] : undefined,
    )
    return compare(left, right, at === '' ? name : `${at}.${name}`)
  })
}
