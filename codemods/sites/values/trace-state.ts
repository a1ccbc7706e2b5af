import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Callers } from '../program/calls/calls.ts'
import type { Branch, Tracing } from '../program/frames/source.ts'
import { bare, functionAround } from '../program/syntax/nodes.ts'
import { createMemory, type Memory, WHOLE } from './memory.ts'

/** How deep a question may go, by expressions or by members. */
export const MOST_STEPS = 24
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
  /** How many questions are being asked just now, one for the sake of the other. */
  depth: number
  /** The least deep question that was cut short within the present one (see `Remembered`). */
  low: number
  /** Forgets an answer that hangs on a question which is being asked still. */
  passing: (() => void)[]
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
  /** Which members of what a parameter holds callers say. */
  readonly ofCallers: Map<ts.Node, Map<string, boolean>>
  isOfCallers: boolean
  /** The answers that hold at present: `plain`, or `closing` where no parameter is open. */
  memory: Memory
  plain: Memory
  closing: Memory
  /** How deep the present question for a member is, and how often it asked for others. */
  inMembers: number
  membersAsked: number
}

/** The state of a trace that was asked nothing yet. */
export const newState = (): TraceState => ({
  steps: 0,
  work: 0,
  mostWork: MOST_WORK,
  depth: 0,
  low: WHOLE,
  passing: [],
  guesses: 0,
  open: new Set(),
  branch: undefined,
  reading: undefined,
  callers: undefined,
  isBuilding: false,
  inMembers: 0,
  membersAsked: 0,
  visited: new Set(),
  ofCallers: new Map(),
  isOfCallers: false,
  ...newMemories(),
})

/** The memories of one that was asked nothing yet, and is being asked nothing. */
export const newMemories = (): Pick<TraceState, 'memory' | 'plain' | 'closing'> => {
  const plain = createMemory()
  return { memory: plain, plain, closing: createMemory() }
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
    ofCallers: (parameter, name, ask) => ofCallers(state, parameter, name, ask),
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

/** What all callers say hangs on no way to the sink; on the branch that is looked at by itself, it may. */
const ofCallers = (state: TraceState, parameter: ts.Node, name: string, ask: () => boolean): boolean => {
  const of = kept(state.ofCallers, parameter, () => new Map<string, boolean>())
  const known = state.branch ? undefined : of.get(name)
  if (known !== undefined) return known
  const { guesses, low, steps, inMembers, membersAsked, isOfCallers } = state
  if (!isOfCallers) Object.assign(state, { steps: 0, inMembers: 0, isOfCallers: true })
  state.low = WHOLE
  try {
    const is = closed(state, ask)
    if (!state.branch && (is || !isOfCallers || state.low === WHOLE)) of.set(name, is)
    return is
  } finally {
    if (!isOfCallers) Object.assign(state, { steps, inMembers, membersAsked, isOfCallers })
    state.guesses = guesses
    state.low = Math.min(state.low, low)
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
