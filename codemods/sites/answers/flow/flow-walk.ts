import type { ts } from 'ts-morph'
import type { Call, Trace } from '../../program/frames/source.ts'
import type { Within } from '../uses/within.ts'
import { type Flow, nothingFound } from './flow-found.ts'

const MOST_STEPS = 400

/** What a walk along the way of an answer carries along. */
export interface Walk {
  readonly trace: Trace
  readonly flow: Flow
  readonly seen: Set<ts.Node>
  readonly steps: { left: number }
  /** Functions that were handed a callback with the answer, by the calls that did it. */
  readonly entered: Map<ts.Node, Set<Call>>
  /** Callbacks of `then` that give back the answer itself, unparsed. */
  readonly passing: Set<ts.Node>
  readonly within: Within | undefined
}

export const newWalk = (trace: Trace, within: Within | undefined): Walk => ({
  trace,
  flow: nothingFound(),
  seen: new Set(),
  steps: { left: MOST_STEPS },
  entered: new Map(),
  passing: new Set(),
  within,
})
