import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import {
  type Callers,
  callersIn,
  callsIn,
  childrenIn,
  frameFor,
  isHandedIn,
  targets,
} from '../program/calls.ts'
import { parentClass } from '../program/holders.ts'
import { mayRun, memberNames } from '../program/member-names.ts'
import { members, membersOf } from '../program/members.ts'
import { bound, declared, named } from '../program/names.ts'
import { bare, functionAround, functionsRunning, type Scope } from '../program/scope.ts'
import type { Branch, Call, InSight, Source, Trace, Tracing } from '../program/source.ts'
import { step } from './expressions.ts'
import { createMemory, type Memory } from './memory.ts'

export { assignedMembers } from '../program/assigned.ts'
export type { InSight, Source, Trace } from '../program/source.ts'

const MOST_STEPS = 24
const MOST_SOURCES = 8
/** Steps one question may take before the answer is "unknown". */
const MOST_WORK = 3000
/** The same of each call, once so many calls of a large program came to no end: others like them will not either. */
const LESS_WORK = { after: 50, steps: 300 }
/** How often a function may be handed on before it is called. */
const MOST_HANDS = 3

/** Each source once, and of too many the first; `rest` stands for the others. */
const few = (found: readonly Source[], rest: Source): Source[] => {
  const once = found.filter(
    (one, index) =>
      found.findIndex((other) => other.node === one.node && other.scope === one.scope) === index,
  )
  return once.length > MOST_SOURCES ? [...once.slice(0, MOST_SOURCES - 1), rest] : once
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

/** Builds the trace over the project's own files. */
export const createTrace = (
  checker: ts.TypeChecker,
  files: readonly ts.SourceFile[],
  inSight: InSight = () => false,
): Trace => {
  let steps = 0
  let work = 0
  let mostWork = MOST_WORK
  let open = new Set<ts.Node>()
  let callers: Callers | undefined
  let building = false
  const visited = new Set<ts.Node>()
  let guessed = 0
  let reading: Set<ts.Node> | undefined
  const remembering = <T>(run: () => T, isOurs: (result: T) => boolean): T => {
    const outer = reading
    const nodes = new Set<ts.Node>()
    reading = nodes
    try {
      const result = run()
      if (isOurs(result)) for (const node of nodes) visited.add(node)
      return result
    } finally {
      reading = outer
    }
  }

  const [plain, closing] = [createMemory(), createMemory()]
  let memory = plain
  const closed = <T>(run: () => T): T => {
    const before = [open, memory] as const
    open = new Set()
    memory = closing
    try {
      return run()
    } finally {
      ;[open, memory] = before
    }
  }
  const forget = (): void => {
    plain.clear()
    closing.clear()
  }
  let branch: Branch | undefined
  const assuming = <T>(wanted: Branch | undefined, run: () => T): T => {
    const before = branch
    if (wanted !== before) forget()
    branch = wanted
    try {
      return run()
    } finally {
      if (wanted !== before) forget()
      branch = before
    }
  }
  /** Answers that were cut short: what hangs on one is not remembered. */
  let cuts = 0
  const cut = (node: ts.Expression, scope: Scope | undefined): Source[] => {
    cuts++
    return [{ node, scope }]
  }

  const sources = (node: ts.Expression, scope: Scope | undefined): Source[] => {
    if (steps === 0) work = 0
    const isCounted = reading !== undefined && !building
    const known = memory.recall(node, scope)
    if (known && (!isCounted || known.read)) {
      if (known.isGuess) guessed++
      if (isCounted) for (const one of known.read ?? []) reading?.add(one)
      return known.found
    }
    if (steps > MOST_STEPS || work > mostWork) return cut(node, scope)
    return memory.ask(node, scope, () => find(node, scope, isCounted)) ?? cut(node, scope)
  }

  const find = (node: ts.Expression, scope: Scope | undefined, isCounted: boolean): Source[] => {
    const [cutsBefore, guessesBefore, outer] = [cuts, guessed, reading]
    const read = isCounted ? new Set<ts.Node>([node]) : undefined
    if (read) reading = read
    steps++
    work++
    try {
      const found = few(step(tracing, bare(node), scope), { node, scope })
      if (cuts === cutsBefore) memory.keep(node, scope, { found, isGuess: guessed > guessesBefore, read })
      return found
    } finally {
      steps--
      reading = outer
      if (read) for (const one of read) outer?.add(one)
    }
  }

  const asking = new Map<string, Memory>()
  /** What is spread may hold what it is spread into: `latest = { ...options }; again({ ...latest })`. */
  const membersOnce = (object: ts.Expression, name: string, scope: Scope | undefined): Source[] => {
    const asked = asking.get(name) ?? createMemory()
    asking.set(name, asked)
    const found = asked.ask(object, scope, () => members(tracing, object, name, scope))
    if (!found) cuts++
    return found ?? []
  }

  let endless = 0
  const targetsOf = (call: Call): readonly Source[] => {
    steps = 0
    mostWork = endless > LESS_WORK.after ? LESS_WORK.steps : MOST_WORK
    const found = targets(tracing, call, undefined)
    if (work > mostWork) endless++
    mostWork = MOST_WORK
    return found
  }

  /** Functions that are handed to others are found once it is known who calls those. */
  const buildCallers = (): Callers => {
    const found: Callers = new Map()
    const [asked, stepsBefore, workBefore] = [open, steps, work]
    open = new Set()
    forget()
    building = true
    const names = memberNames(files)
    const calls = callsIn(files).filter((call) => mayRun(call, names))
    let others = callersIn(found, calls, targetsOf).filter((call) => isHandedIn(tracing, call))
    building = false
    callers = found
    for (let round = 0; round < MOST_HANDS && others.length > 0; round++) {
      forget()
      const left = callersIn(found, others, targetsOf)
      if (left.length === others.length) break
      others = left
    }
    forget()
    ;[open, steps, work] = [asked, stepsBefore, workBefore]
    return found
  }

  const callersOf = (callee: ts.Node): readonly Call[] => {
    callers ??= buildCallers()
    return [...(callers.get(callee)?.keys() ?? [])]
  }

  const frame = (callee: ts.SignatureDeclaration, call: Call, outer?: Scope): Scope => {
    const target = (callers ?? buildCallers()).get(callee)?.get(call)
    return frameFor(target ?? { node: callee, scope: undefined }, call, outer, undefined)
  }

  let children: ReturnType<typeof childrenIn> | undefined
  const subclasses = (node: ts.Node): readonly ts.ClassLikeDeclaration[] => {
    children ??= childrenIn(files, (one) => parentClass(tracing, one, undefined))
    const own = children.get(node) ?? []
    return own.flatMap((one) => [one, ...(children?.get(one) ?? [])])
  }

  const tracing: Tracing = {
    checker,
    files,
    inSight,
    visited,
    remembering,
    sources,
    members: membersOnce,
    membersOf: (source, name) => membersOf(tracing, source, name),
    targets: (call, scope) => targets(tracing, call, scope),
    callers: callersOf,
    frame,
    named: (node, scope) => named(tracing, node, scope),
    declared: (node, declaration, scope) => declared(tracing, node, declaration, scope),
    bound: (node, parameter, scope) => bound(tracing, node, parameter, scope),
    subclasses,
    closed,
    isOpen: (callee) => open.has(callee),
    assumed: (condition) => branch && assumedOf(branch, condition),
    assuming,
    guesses: () => guessed,
    guess: () => void guessed++,
    isBuilding: () => building,
    isDeep: () => steps > MOST_STEPS,
  }

  return {
    ...tracing,
    from: (top, closed) => {
      const next = new Set<ts.Node>(top ? functionsRunning(top).filter((one) => one !== closed) : [])
      if (next.size > 0 || open.size > 0) forget()
      open = next
      steps = 0
    },
  }
}
