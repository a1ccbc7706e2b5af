import type { ts } from 'ts-morph'
import type { RuleId } from '../rules.ts'

/** Why a site is left as it was, and what its reader can do. */
export interface Reason {
  readonly rule: string
  readonly why: string
  readonly fix: string
  /** What in the program is meant, which the report says the place of where it is far from the call. */
  readonly at?: readonly ts.Node[]
  /** The place is said in the call's own file as well: nothing at the call tells it. */
  readonly isApart?: true
}

/** One reason of the codemod's own. */
export const reason = (rule: RuleId, why: string, fix: string): Reason => ({ rule, why, fix })

/** One that a row of the mapping gives, under its id. */
export const rowReason = (rule: string, why: string, fix: string): Reason => ({ rule, why, fix })

/** Source text as a part of a sentence. */
export const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}

const TEXTS = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs

/** The same of an expression for a key, without the texts in it: one of them may be the key. */
export const shortOfKey = (text: string): string => short(text.replace(TEXTS, "'…'"))

/** The same of other expressions: a text of letters is the name of a member or a word of an answer. */
export const shortOfCode = (text: string): string =>
  short(text.replace(TEXTS, (whole, _quote, inner: string) => (/^[a-z]{1,20}$/i.test(inner) ? whole : "'…'")))

/** One field that holds a call where it is. */
interface Holding {
  readonly at: string
  readonly why: string
  readonly fix?: string
}

const AGAIN = '; then run upshift again'

/** Two reasons at once: nobody is to find the second only when the first is settled. */
export const bothOf = (one: Reason, other: Reason): Reason => ({
  rule: one.rule,
  why: `${one.why}; ${other.why}`,
  fix: `${one.fix.replace(AGAIN, '')}; ${other.fix}`,
})

/** What is to be done about the fields that hold a call where it is. */
export const settling = (all: readonly Holding[]): string => {
  const known = all.flatMap(({ fix }) => fix ?? [])
  const others = [...new Set(all.flatMap(({ at, fix }) => (fix ? [] : at)))]
  const rest = others.length > 0 ? [`do without ${others.join(', ')}, or find another way`] : []
  return `${[...new Set([...known, ...rest])].join('; ')}${AGAIN}`
}

/** Reasons of several fields: one that is true of many is said once. */
export const saidOnce = (all: readonly Holding[]): string => {
  const whys = [...new Set(all.map(({ why }) => why))]
  const namesOf = (why: string): string =>
    [...new Set(all.flatMap((one) => (one.why === why ? one.at : [])))].join(', ')
  return whys.map((why) => `${namesOf(why)}: ${why}`).join('; ')
}

/** The first line of what an error says. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message.split('\n')[0] : undefined) ?? 'unknown error'
