import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Callers } from '../program/calls/calls.ts'
import type { Branch, Tracing } from '../program/frames/source.ts'
import { bare, functionAround } from '../program/syntax/nodes.ts'
import { createMemory, type Memory } from './memory.ts'

const MOST_STEPS = 24
/** Steps one question may take before the answer is "unknown". */
export const MOST_WORK = 3000

/** How often one question for a member may ask for others: of functions that hand what they are given to each other, without end. */
export const MOST_MEMBERS = 1000

/** What the answers of one trace hang on: what is assumed and open just now, and how far the present question has gone. */
export interface TraceState {
  /** How deep the present question is, and the steps that it took in all. */
  steps: number
  work: number
  mostWork: number
  /** Answers that were cut short: what hangs on one is not remembered. */
  cuts: number
  /** How often the callers in sight of a function were asked. */
  guesses: number
  /** The functions whose parameters are left for the caller to say. */
  open: ReadonlySet<ts.Node>
  /** The branch that is looked at by itself. */
  branch: Branch | undefined
  /** Collects the nodes that the present question reads, where somebody wants to know. */
  reading: Set<ts.Node> | undefined
  /** Who calls whom; undefined until somebody asks. */
  callers: Callers | undefined
  isBuilding: boolean
  /** Everything that was read for the sake of an address of ours so far. */
  readonly visited: Set<ts.Node>
  /** The answers that hold at present: `plain`, or `closing` where no parameter is open. */
  memory: Memory
  plain: Memory
  closing: Memory
  /** The members that are being asked for, by name. */
  members: Map<string, Memory>
  /** How deep the present question for a member is, and how often it asked for others. */
  inMembers: number
  membersAsked: number
}

/** The state of a trace that was asked nothing yet. */
export const newState = (): TraceState => ({
  steps: 0,
  work: 0,
  mostWork: MOST_WORK,
  cuts: 0,
  guesses: 0,
  open: new Set(),
  branch: undefined,
  reading: undefined,
  callers: undefined,
  isBuilding: false,
  inMembers: 0,
  membersAsked: 0,
  visited: new Set(),
  ...newMemories(),
})

/** The memories of one that was asked nothing yet, and is being asked nothing. */
export const newMemories = (): Pick<TraceState, 'memory' | 'plain' | 'closing' | 'members'> => {
  const plain = createMemory()
  return { memory: plain, plain, closing: createMemory(), members: new Map() }
}

/** Whether the question has gone too many steps to go on. */
export const isDeep = ({ steps }: TraceState): boolean => steps > MOST_STEPS

/** Forgets all answers: what they hang on is another now. */
export const forget = ({ plain, closing }: TraceState): void => {
  plain.clear()
  closing.clear()
}

/** Leaves the parameters of these functions for the caller to say, and no others. */
export const leaveOpen = (state: TraceState, functions: readonly ts.Node[]): void => {
  if (functions.length > 0 || state.open.size > 0) forget(state)
  state.open = new Set(functions)
  state.steps = 0
}

/** What the parts of the trace ask of its state, and tell it: said at `Trace` and `Tracing`. */
export const overState = (state: TraceState) =>
  ({
    visited: state.visited,
    remembering: (run, isOurs) => remembering(state, run, isOurs),
    closed: (run) => closed(state, run),
    isOpen: (callee) => state.open.has(callee),
    assumed: (condition) => state.branch && assumedOf(state.branch, condition),
    assuming: (branch, run) => assuming(state, branch, run),
    guesses: () => state.guesses,
    guess: () => void state.guesses++,
    isBuilding: () => state.isBuilding,
    isDeep: () => isDeep(state),
  }) satisfies Partial<Tracing>

const closed = <T>(state: TraceState, run: () => T): T => {
  const { open, memory } = state
  state.open = new Set()
  state.memory = state.closing
  try {
    return run()
  } finally {
    state.open = open
    state.memory = memory
  }
}

const assuming = <T>(state: TraceState, wanted: Branch | undefined, run: () => T): T => {
  const { branch } = state
  if (wanted !== branch) forget(state)
  state.branch = wanted
  try {
    return run()
  } finally {
    if (wanted !== branch) forget(state)
    state.branch = branch
  }
}

const remembering = <T>(state: TraceState, run: () => T, isOurs: (result: T) => boolean): T => {
  const { reading } = state
  const nodes = new Set<ts.Node>()
  state.reading = nodes
  try {
    const result = run()
    if (isOurs(result)) for (const node of nodes) state.visited.add(node)
    return result
  } finally {
    state.reading = reading
  }
}

/** A condition is the same where the same function asks it in the same words. */
const assumedOf = ({ condition, value }: Branch, asked: ts.Expression): boolean | undefined => {
  const node = bare(asked)
  if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken) {
    const inner = assumedOf({ condition, value }, node.operand)
    return inner === undefined ? undefined : !inner
  }
  const isSame =
    node.getText() === bare(condition).getText() && functionAround(node) === functionAround(condition)
  return isSame ? value : undefined
}
