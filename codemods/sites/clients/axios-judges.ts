import type { Source, Trace } from '../program/frames/source.ts'
import type { Place } from '../sink.ts'
import { setOn } from './axios-defaults.ts'

/** The option by which axios tells from a status alone whether a call went well. */
export const JUDGE = 'validateStatus'

/**
 * Where it may be said for a call: in its own options, in those that its instance was made with, and what the program set
 * (`instance.defaults.validateStatus = …`).
 */
export const judgesOf = (trace: Trace, said: readonly (Place | undefined)[], instance: Source): Place[] => [
  ...said.flatMap((place) => place ?? []),
  ...setOn(trace, JUDGE, instance),
]
