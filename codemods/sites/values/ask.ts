import type { ts } from 'ts-morph'
import type { Scope } from '../program/frames/frames.ts'
import type { Source, Tracing } from '../program/frames/source.ts'
import { members } from '../program/held/members.ts'
import { bare } from '../program/syntax/nodes.ts'
import { step } from './expressions.ts'
import { type Question, type Remembered, TOO_FAR, WHOLE } from './memory.ts'
import { isDeep, MOST_MEMBERS, MOST_STEPS, type TraceState } from './trace-state.ts'

const MOST_SOURCES = 8
/** Questions one may ask before what went too far for one of them is not tried by a shorter way any more. */
const MUCH = 200

/** What an expression may evaluate to: as it was found before, or found now; itself where that goes too far. */
export const sourcesOf = (
  t: Tracing,
  state: TraceState,
  node: ts.Expression,
  scope: Scope | undefined,
): Source[] => {
  if (state.steps === 0) state.work = 0
  const isTooFar = isDeep(state) || state.work > state.mostWork
  const find = (): Source[] => {
    state.reading?.add(node)
    state.steps++
    state.work++
    try {
      return few(step(t, bare(node), scope), { node, scope })
    } finally {
      state.steps--
    }
  }
  return answer(state, { node, scope }, isTooFar, find) ?? [{ node, scope }]
}

/** Each source once, and of too many the first; `rest` stands for the others. */
const few = (found: readonly Source[], rest: Source): Source[] => {
  const once: Source[] = []
  for (const one of found) {
    if (once.some((other) => other.node === one.node && other.scope === one.scope)) continue
    if (once.length === MOST_SOURCES) return [...once.slice(0, -1), rest]
    once.push(one)
  }
  return once
}

const distinct = (found: readonly Source[]): Source[] =>
  found.filter(
    (one, at) =>
      found.findIndex(
        ({ node, scope, parameter, env }) =>
          node === one.node && scope === one.scope && parameter === one.parameter && env === one.env,
      ) === at,
  )

/** Asks for members by name. What is spread may hold what it is spread into: `latest = { ...options }; again({ ...latest })`. */
export const membersAsked = (
  t: Tracing,
  state: TraceState,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
): Source[] => {
  if (state.inMembers === 0) state.membersAsked = 0
  const isTooFar = isDeep(state) || state.inMembers > MOST_STEPS || state.membersAsked > MOST_MEMBERS
  const find = (): Source[] => {
    state.inMembers++
    state.membersAsked++
    try {
      return distinct(members(t, object, name, scope))
    } finally {
      state.inMembers--
    }
  }
  return answer(state, { node: object, scope, name }, isTooFar, find) ?? []
}

/** What is known of a question, or found now; undefined where it asks itself, or goes too far. */
const answer = (
  state: TraceState,
  question: Question,
  isTooFar: boolean,
  find: () => Source[],
): Source[] | undefined => {
  const isCounted = state.reading !== undefined && !state.isBuilding
  const known = state.memory.recall(question)
  if (known && (!isCounted || known.read)) return recalled(state, known, isCounted)
  const cut = state.memory.depthOf(question) ?? (isTooFar ? TOO_FAR : undefined)
  if (cut === undefined) return found(state, question, isCounted, find)
  state.low = Math.min(state.low, cut)
  return undefined
}

const recalled = (state: TraceState, known: Remembered, isCounted: boolean): Source[] => {
  if (known.isGuess) state.guesses++
  if (isCounted) for (const one of known.read ?? []) state.reading?.add(one)
  state.low = Math.min(state.low, known.low)
  return known.found
}

/**
 * Finds an answer and remembers it. One that hangs on a question which is being asked still, and was cut short there, holds until
 * that one is answered: functions that call each other would be asked anew in each order that there is of them.
 */
const found = (state: TraceState, question: Question, isCounted: boolean, find: () => Source[]): Source[] => {
  const { memory, guesses, reading, low: outer } = state
  const depth = state.depth++
  const kept = state.passing.length
  const read = isCounted ? new Set<ts.Node>() : undefined
  if (read) state.reading = read
  state.low = WHOLE
  memory.begin(question, depth)
  try {
    const found = find()
    const low = state.low >= depth ? WHOLE : state.low
    if (low === WHOLE) dropFrom(state, kept)
    if (low !== TOO_FAR || state.work + state.membersAsked > MUCH) {
      memory.keep(question, { found, isGuess: state.guesses > guesses, read, low })
      if (low !== WHOLE) state.passing.push(() => memory.drop(question))
    }
    state.low = Math.min(outer, low)
    return found
  } finally {
    memory.end(question)
    state.depth--
    if (depth === 0) dropFrom(state, 0)
    if (depth === 0) state.low = WHOLE
    state.reading = reading
    if (read) for (const one of read) reading?.add(one)
  }
}

/** Forgets what hung on a question that is answered now. */
const dropFrom = ({ passing }: TraceState, from: number): void => {
  for (const drop of passing.splice(from)) drop()
}
