import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault, Tried } from './try-form.ts'

/** A fault that is right as it is, and why. */
export interface Known {
  /** Names of forms; with several made one of the other, any of them. */
  readonly forms: readonly string[]
  readonly program: string
  /** Its kind and the first word of what is said: `stays codemod.types`. */
  readonly fault: string
  readonly why: string
  /** Set where a reviewer would move it: work that is left. */
  readonly isWanted?: true
}

export const known = JSON.parse(
  readFileSync(join(import.meta.dirname, 'known.json'), 'utf8'),
) as readonly Known[]

/** A fault by its kind, and of a call that stays, by the rule that keeps it. */
const nameOf = ({ kind, said }: Fault): string => (kind === 'stays' ? `stays ${said.split(' ')[0]}` : kind)

const isKnown = (one: Known, { program, forms }: Tried, fault: Fault): boolean =>
  one.program === program &&
  one.fault === nameOf(fault) &&
  forms.split('+').some((form) => one.forms.includes(form))

/** What is new in what was tried, a line for each. */
export const newIn = (tried: readonly Tried[]): string[] =>
  tried.flatMap((one) =>
    one.faults
      .filter((fault) => !known.some((old) => isKnown(old, one, fault)))
      .map(({ kind, said }) => `${one.program} as ${one.forms}: ${kind} ${said.slice(0, MOST_SAID)}`),
  )

const MOST_SAID = 500

/** What was known of a form and does not happen any more. */
export const goneFrom = (form: string, tried: readonly Tried[]): Known[] =>
  known.filter(
    (old) =>
      old.forms.includes(form) && !tried.some((one) => one.faults.some((fault) => isKnown(old, one, fault))),
  )
