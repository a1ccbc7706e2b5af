import { absent, alternatives, type Facts, present } from './facts.ts'
import type { Finding, FindingCode } from './finding.ts'
import * as holes from './holes.ts'
import { type Plan, ruleOf } from './plan.ts'
import type { FieldRow } from './row.ts'
import { blank } from './runtime.ts'
import { literal, readPath, type Source } from './source.ts'

/** A statement under construction: what its plan says, and the text so far. */
export interface Emitter {
  readonly plan: Plan
  readonly source: Source
  /** Emits for values with holes: the same statements, with every question to a value asked through `holes`. */
  readonly holes: boolean
}

/** A field of the old body as the statements read it. @param readsNull null is a value here */
export const read = (at: Emitter, path: string, readsNull = false): string => {
  const value = readPath('x', path)
  return at.holes ? `${at.source.bind(readsNull ? holes.readNullHole : holes.readHole)}(${value})` : value
}

/** A finding about a field, bound as a constant of the function. */
export const finding = (at: Emitter, code: FindingCode, field: string, why: string): string =>
  at.source.bind({ code, rule: ruleOf(at.plan, field), at: field, why } satisfies Finding)

/** Whether a value is there, as source. @param readsNull null is a value here @param saysNone a blank says "none" here */
export const thereTest = (
  at: Emitter,
  value: string,
  { readsNull = false, saysNone = false } = {},
): string => {
  const given = readsNull ? `${value} !== undefined` : `${value} !== undefined && ${value} !== null`
  if (!at.plan.blankIsAbsent || readsNull) return given
  if (saysNone)
    return `${given} && ${at.holes ? `${at.source.bind(holes.plainValue)}(${value})` : value} !== ''`
  return `${given} && !${at.source.bind(at.holes ? holes.blankHole : blank)}(${value})`
}

/** The facts as one boolean expression over the old body. */
export const factsTest = (at: Emitter, facts: Facts): string => {
  const tests = Object.entries(facts).map(([path, fact]) => {
    const value = read(at, path)
    const plain = at.holes ? `${at.source.bind(holes.plainValue)}(${value})` : value
    const each = alternatives(fact).map((one) => {
      if (one === present) return `(${thereTest(at, value)})`
      return one === absent ? `!(${thereTest(at, value)})` : `${plain} === ${literal(one)}`
    })
    return `(${each.join(' || ')})`
  })
  return tests.length === 0 ? 'true' : tests.join(' && ')
}

/** Facts of which any one switches a row's default off. */
export const defaultsOff = (at: Emitter, row: FieldRow): readonly Facts[] =>
  [row.always ? {} : at.plan.defaultsUnless, row.unless ?? {}].filter(
    (facts) => Object.keys(facts).length > 0,
  )

/** Whether a row's default is written, as source. */
export const defaultTest = (at: Emitter, row: FieldRow): string => {
  const off = defaultsOff(at, row)
  return off.length === 0 ? 'true' : off.map((facts) => `!(${factsTest(at, facts)})`).join(' && ')
}

/** With holes, a guard that nobody can decide yet leaves the whole question to the reader. */
export const emitUndecided = (at: Emitter, facts: readonly Facts[], field: string): void => {
  if (!at.holes || facts.every((one) => Object.keys(one).length === 0)) return
  const test = `${at.source.bind(holes.undecidable)}(${at.source.bind(facts)}, x, ${at.plan.blankIsAbsent})`
  const names = [...new Set(facts.flatMap((one) => Object.keys(one)))].join(', ')
  at.source.line(
    `if (${test}) f.push(${finding(at, 'DYNAMIC', field, `it depends on ${names}, known only at run time`)}); else`,
  )
}

/** Why a default is written that no row gives a reason for. */
export const GIVEN = 'the old API gave this to a caller who said nothing; v2 would not'
