import type { Finding, FindingCode } from '../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../../mappings/dsl/plan.ts'
import type { Row } from '../../../mappings/dsl/row.ts'
import type { Arguments } from '../arguments.ts'
import { type Context, PassOn } from '../context.ts'
import { Fault, refusedFields } from '../fault.ts'

/** An input that an operation cannot do without. @throws {Fault} */
export const inputOf = (given: Arguments): Readonly<Record<string, unknown>> => {
  const { input } = given
  if (typeof input !== 'object' || input === null) throw badInput('Argument "input" is required.')
  return input as Record<string, unknown>
}

/** What is wrong with the caller's input; nothing has been sent. */
export const badInput = (message: string) =>
  new Fault('refused', message, { extensions: { code: 'BAD_USER_INPUT' } })

/** A text the input must have, e.g. an id. @throws {Fault} */
export const textOf = (given: Readonly<Record<string, unknown>>, name: string): string => {
  const value = given[name]
  if (typeof value !== 'string' || value === '') throw badInput(`"${name}" is required.`)
  return value
}

const BLOCKING = new Set<Finding['code']>(['REFUSED', 'UNREADABLE'])

/**
 * Translates an input to v2's body by its rows. What v2 cannot hold goes to the legacy API while that lives;
 * after it, small losses are noted and large ones refused.
 * @throws {PassOn} before anything is sent
 * @throws {Fault} naming the fields
 */
export const lift = (
  facet: CompiledFacet,
  input: Readonly<Record<string, unknown>>,
  context: Context,
  /** Fields whose loss v2 could bear, but which the legacy API still keeps. */
  kept: readonly string[] = [],
): Record<string, unknown> => {
  const { doc, findings } = facet.up(input, context.policy)
  const blocking = findings.filter(({ code }) => BLOCKING.has(code))
  const losing = findings.filter(({ code, at }) => code === 'DROPPED' && kept.includes(at))
  if (context.passOn && blocking.length + losing.length > 0) throw new PassOn([...blocking, ...losing])
  if (blocking.length > 0) throw refusedFields(blocking)
  context.note(findings)
  return doc
}

/** Tells the caller which narrowings of a question v2 cannot be asked for; once, however many fields ask. */
export const noteUnasked = (
  facet: CompiledFacet,
  inputs: readonly Readonly<Record<string, unknown>>[],
  context: Context,
): void => {
  const said = inputs.flatMap((input) => facet.up(input, context.policy).findings)
  context.note([...new Map(said.map((finding) => [finding.rule, finding])).values()])
}

/** A path segment that cannot leave its place. */
export const segment = (id: string): string => {
  if (id === '.' || id === '..') throw badInput('That is no id.')
  return encodeURIComponent(id)
}

/** The objects of a list that v2 wraps; anything else in it is left out. */
export const listOf = (body: Readonly<Record<string, unknown>>, name: string) => {
  const list = body[name]
  return Array.isArray(list) ? (list as Readonly<Record<string, unknown>>[]) : []
}

/** Tells the caller what the rows say of a field that an operation could not take as it stood. */
export const noteField = (context: Context, { plan }: CompiledFacet, at: string, code: FindingCode): void =>
  context.note([{ code, rule: ruleOf(plan, at), at, why: reasonOf(plan.rows, at) ?? '' }])

const reasonOf = (rows: readonly Row[], field: string): string | undefined => {
  for (const row of rows) {
    const why =
      row.kind === 'cases'
        ? row.cases.map((one) => reasonOf(one.rows, field)).find(Boolean)
        : whyOf(row, field)
    if (why) return why
  }
  return undefined
}

const whyOf = (row: Row, field: string): string | undefined =>
  'old' in row && row.old === field && 'why' in row ? row.why : undefined

/** What v2 would lose of an input and the legacy API keeps: fields without a twin, whatever else is said. */
export const keptFields = ({ plan }: CompiledFacet): readonly string[] =>
  plan.rows.flatMap((row) => (row.kind === 'drop' ? [row.old] : []))

/** What the rows write where the caller said nothing of a v2 field; undefined where they write nothing. */
export const defaultFor = ({ plan }: CompiledFacet, v2: string): unknown => defaultIn(plan.rows, v2)

const defaultIn = (rows: readonly Row[], v2: string): unknown => {
  for (const row of rows) {
    if (row.kind === 'field' && row.v2 === v2 && row.or !== undefined) return row.or
    if (row.kind !== 'cases') continue
    const inside = row.cases.map((one) => defaultIn(one.rows, v2)).find((or) => or !== undefined)
    if (inside !== undefined) return inside
  }
  return undefined
}
