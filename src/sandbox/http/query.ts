import { badRequest, unprocessable } from './problem.ts'

/** The items of a comma-separated (or repeated) parameter; empty items are dropped. Undefined where it was not sent. */
export const listOf = (query: URLSearchParams, name: string): string[] | undefined => {
  if (!query.has(name)) return undefined
  return query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

/** @throws {Problem} 422 where an item is not one of `allowed` */
export const enumListOf = <Value extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly Value[],
): Value[] | undefined => {
  const values = listOf(query, name)
  const stranger = values?.find((value) => !allowed.some((known) => known === value))
  if (stranger !== undefined) throw notOneOf(name, allowed)
  return values as Value[] | undefined
}

const notOneOf = (name: string, allowed: readonly string[]) =>
  unprocessable([`query.${name}: value must be one of ${allowed.map((value) => `'${value}'`).join(', ')}`])

/** @throws {Problem} 422 where the value is not one of `allowed` */
export const enumOf = <Value extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly Value[],
): Value | undefined => {
  const value = query.get(name)
  if (value === null) return undefined
  const known = allowed.find((candidate) => candidate === value)
  if (known === undefined) throw notOneOf(name, allowed)
  return known
}

/** @throws {Problem} 422 where the value is neither `true` nor `false` */
export const booleanOf = (query: URLSearchParams, name: string): boolean | undefined => {
  const value = enumOf(query, name, ['true', 'false'])
  return value === undefined ? undefined : value === 'true'
}

/** @throws {Problem} 422 where the value is no whole number within the bounds */
export const integerOf = (
  query: URLSearchParams,
  name: string,
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): number | undefined => {
  const text = query.get(name)
  if (text === null) return undefined
  const value = Number(text)
  if (!/^[+-]?\d+$/.test(text)) throw unprocessable([`query.${name}: got string, want integer`])
  if (value < minimum) throw unprocessable([`query.${name}: minimum: got ${value}, want ${minimum}`])
  if (value > maximum) throw unprocessable([`query.${name}: maximum: got ${value}, want ${maximum}`])
  return value
}

/** RFC 3339 section 5.6. */
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** Epoch milliseconds of an RFC 3339 text. @throws {Problem} 422 where it is none */
export const instantOf = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name)
  if (text === null) return undefined
  const instant = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant)) throw unprocessable([`query.${name}: '${text}' is not valid date-time`])
  return instant
}

/** @throws {Problem} 400 where a parameter was sent that means nothing without `include=AVAILABILITY` */
export const onlyWith = (query: URLSearchParams, names: readonly string[], condition: string): void => {
  const stray = names.find((name) => query.has(name))
  if (stray !== undefined) throw badRequest(`${stray} is valid only with ${condition}`)
}
