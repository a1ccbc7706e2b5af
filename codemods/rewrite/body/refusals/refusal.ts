import type { Reason } from '../../reason.ts'
import { saidOnce, settling } from '../../reason-text.ts'
import type { LiteralOutcome } from '../literal/literal.ts'

/** What a person must look at: all of it at once, so that nobody has to run this once for each field. */
export const refusal = ({ findings }: Extract<LiteralOutcome, { kind: 'refused' }>): Reason => {
  const harmless: readonly string[] = ['DEFAULTED', 'DROPPED', 'TOLERATED']
  const serious = findings.filter(({ code }) => !harmless.includes(code))
  const all = [...new Map((serious.length > 0 ? serious : findings).map((one) => [one.at, one])).values()]
  return { rule: all[0]?.rule ?? 'codemod.body', why: saidOnce(all), fix: settling(all) }
}
