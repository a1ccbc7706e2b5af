import { type Callers, callersIn, callsIn, isHandedIn, targets } from '../program/calls/calls.ts'
import type { Call, Source, Tracing } from '../program/frames/source.ts'
import { mayRun, memberNames } from '../program/held/member-names.ts'
import { forget, MOST_WORK, newMemories, type TraceState } from './trace-state.ts'

/** How often a function may be handed on before it is called. */
const MOST_HANDS = 3
/** Steps for each call, once so many calls of a large program came to no end: others like them will not either. */
const LESS_WORK = { after: 50, steps: 300 }

/** Who calls whom in the files of a trace: found when it is first asked for, with no parameter left open. */
export const callersOf = (t: Tracing, state: TraceState): Callers => {
  if (state.callers) return state.callers
  const { open, steps, work, low, memory, plain, closing } = state
  // What is being asked just now may be asked here as well, and is no question that asks itself.
  Object.assign(state, newMemories(), { open: new Set() })
  const found = findCallers(t, state)
  state.ofCallers.clear()
  Object.assign(state, { open, steps, work, low, memory, plain, closing })
  forget(state)
  return found
}

/** Functions that are handed to others are found once it is known who calls those. */
const findCallers = (t: Tracing, state: TraceState): Callers => {
  const found: Callers = new Map()
  const targetsOf = createTargetsOf(t, state)
  state.isBuilding = true
  const names = memberNames(t.files)
  const calls = callsIn(t.files).filter((call) => mayRun(call, names))
  let others = callersIn(found, calls, targetsOf).filter((call) => isHandedIn(t, call))
  state.isBuilding = false
  state.callers = found
  for (let round = 0; round < MOST_HANDS && others.length > 0; round++) {
    forget(state)
    state.ofCallers.clear()
    const left = callersIn(found, others, targetsOf)
    if (left.length === others.length) break
    others = left
  }
  return found
}

const createTargetsOf = (t: Tracing, state: TraceState) => {
  let endless = 0
  return (call: Call): readonly Source[] => {
    state.steps = 0
    state.mostWork = endless > LESS_WORK.after ? LESS_WORK.steps : MOST_WORK
    const found = targets(t, call, undefined)
    if (state.work > state.mostWork) endless++
    state.mostWork = MOST_WORK
    return found
  }
}
