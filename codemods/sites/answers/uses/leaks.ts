import type { ts } from 'ts-morph'
import type { Trace } from '../../program/frames/source.ts'
import { underFailure } from '../failure/failure.ts'
import { type Roots, usesOf } from './uses.ts'
import type { Uses } from './uses-walk.ts'
import { isOfError, isToldWithin, type Within } from './within.ts'

/** What a helper may ask any answer for: no list and nothing of v1 is called so. */
const OF_ERRORS = /^(errors?|message|msg|details?|title|code|problems|data|success)$/

/** Whether functions that see an answer keep it, hand it on, or read what hangs on whose answer it is. */
export const leaks = (trace: Trace, flow: Roots & Pick<Uses, 'escapes'>, within: Within): boolean => {
  const uses = usesOf(trace, flow, { kind: 'item', path: [] }, () => 'leaf', undefined, within)
  // What becomes of a failed call's body says nothing of an answer
  const gone = [...flow.escapes, ...uses.escapes].filter(
    (node: ts.Node) => !underFailure(trace, node) && !isToldWithin(trace, within, node),
  )
  return (
    gone.length > 0 ||
    within.checked.length > 0 ||
    (within.back.length === 0 && within.printed.length > 0) ||
    // Whatever a list comes to there, v2's envelope comes to something else: `Array.isArray(body) ? body : []`
    uses.guards.some((guard) => !isOfError(trace, guard)) ||
    uses.asked.some(({ name = '', node }) => !OF_ERRORS.test(name) && !isOfError(trace, node)) ||
    uses.reads.some(({ path: [name = ''] }) => !OF_ERRORS.test(name))
  )
}
