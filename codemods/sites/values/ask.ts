import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Source, Tracing } from '../program/frames/source.ts'
import { members } from '../program/held/members.ts'
import { bare } from '../program/syntax/nodes.ts'
import { step } from './expressions.ts'
import { createMemory } from './memory.ts'
import { isDeep, MOST_MEMBERS, type TraceState } from './trace-state.ts'

const MOST_SOURCES = 8

/** What an expression may evaluate to: as it was found before, or found now; itself where that goes too far. */
export const sourcesOf = (
  t: Tracing,
  state: TraceState,
  node: ts.Expression,
  scope: Scope | undefined,
): Source[] => {
  if (state.steps === 0) state.work = 0
  const isCounted = state.reading !== undefined && !state.isBuilding
  const known = state.memory.recall(node, scope)
  if (known && (!isCounted || known.read)) {
    if (known.isGuess) state.guesses++
    if (isCounted) for (const one of known.read ?? []) state.reading?.add(one)
    return known.found
  }
  const isTooFar = isDeep(state) || state.work > state.mostWork
  const found = isTooFar
    ? undefined
    : state.memory.ask(node, scope, () => find(t, state, node, scope, isCounted))
  if (!found) state.cuts++
  return found ?? [{ node, scope }]
}

const find = (
  t: Tracing,
  state: TraceState,
  node: ts.Expression,
  scope: Scope | undefined,
  isCounted: boolean,
): Source[] => {
  const { cuts, guesses, reading } = state
  const read = isCounted ? new Set<ts.Node>([node]) : undefined
  if (read) state.reading = read
  state.steps++
  state.work++
  try {
    const found = few(step(t, bare(node), scope), { node, scope })
    if (state.cuts === cuts) state.memory.keep(node, scope, { found, isGuess: state.guesses > guesses, read })
    return found
  } finally {
    state.steps--
    state.reading = reading
    if (read) for (const one of read) reading?.add(one)
  }
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

/** Asks for members by name. What is spread may hold what it is spread into: `latest = { ...options }; again({ ...latest })`. */
export const membersAsked = (
  t: Tracing,
  state: TraceState,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
): Source[] => {
  if (state.inMembers === 0) state.membersAsked = 0
  state.inMembers++
  state.membersAsked++
  try {
    const isTooFar = state.membersAsked > MOST_MEMBERS
    const found = isTooFar
      ? undefined
      : kept(state.members, name, createMemory).ask(object, scope, () => members(t, object, name, scope))
    if (!found) state.cuts++
    return found ?? []
  } finally {
    state.inMembers--
  }
}
