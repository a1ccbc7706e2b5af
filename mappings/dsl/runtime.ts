import { absent, alternatives, type Fact, type Facts, present, satisfies } from './facts.ts'
import type { Finding } from './finding.ts'
import { type Hole, isHole } from './hole.ts'
import type { AtMost } from './row.ts'

/** Decides what a loss does: the operator's word over the row's own. */
export type Policy = (rule: string, own: 'refuse' | 'warn') => 'refuse' | 'warn' | 'ignore'

/** The row's own word. */
export const ownPolicy: Policy = (_rule, own) => own

/** Structural equality of JSON values. */
export const equal = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => equal((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  )
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** Whether a value may be given for a field v2 lacks; a number may be written as a string, as everywhere. */
export const allowed = (given: unknown, allow: readonly unknown[] | AtMost): boolean => {
  const value = typeof given === 'string' && NUMBER.test(given) ? Number(given) : given
  return 'atMost' in allow
    ? typeof value === 'number' && value <= allow.atMost
    : allow.some((one) => equal(one, given) || equal(one, value))
}

/** Reports a loss as the policy says. Rare: it is kept out of the straight-line code. */
export const lose = (findings: Finding[], policy: Policy, finding: Finding): void => {
  const decision = policy(finding.rule, finding.code === 'REFUSED' ? 'refuse' : 'warn')
  if (decision === 'ignore') return
  findings.push({ ...finding, code: decision === 'refuse' ? 'REFUSED' : 'DROPPED' })
}

/** Reports a field the old API did not have. The operator may let such fields pass, all or by name. */
export const stray = (findings: Finding[], policy: Policy, rule: string, finding: Finding): void => {
  const decision = policy(rule, 'refuse')
  if (decision !== 'ignore') findings.push(decision === 'refuse' ? finding : { ...finding, code: 'DROPPED' })
}

/** A list with nothing in it. */
export const emptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** `""` and `[]`, which some callers send for "not given". */
export const blank = (value: unknown): boolean => value === '' || emptyList(value)

/** Whether old facts hold over a value with holes: undefined where a hole leaves it undecided. */
export const holds = (
  facts: Facts,
  read: (path: string) => unknown,
  blanks: boolean,
): boolean | undefined => {
  const answers = Object.entries(facts).map(([path, fact]) => holdsOne(read(path), fact, blanks))
  if (answers.includes(false)) return false
  return answers.includes(undefined) ? undefined : true
}

const holdsOne = (value: unknown, fact: Fact, blanks: boolean): boolean | undefined => {
  const plain = plainOf(value)
  if (plain === undefined) return undecided(value as Hole, fact, blanks)
  return satisfies(blanks && blank(plain.value) ? undefined : plain.value, fact)
}

/** A hole with no known value still answers "is it there?" where it cannot be absent, and what it never is. */
const undecided = (hole: Hole, fact: Fact, blanks: boolean): boolean | undefined => {
  const all = alternatives(fact)
  const asksPresence = all.includes(present) || all.includes(absent)
  if ((hole.mayBeAbsent || (blanks && hole.mayBeBlank)) && (asksPresence || hole.never.length === 0))
    return undefined
  if (all.includes(present)) return true
  return all.every((one) => one === absent || hole.never.includes(one)) ? false : undefined
}

/** The plain value behind a value with or without holes; undefined where it is not known. */
const plainOf = (value: unknown): { readonly value: unknown } | undefined =>
  isHole(value) ? value.known : { value }
