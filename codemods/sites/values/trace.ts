import type { ts } from 'ts-morph'
import { childrenIn, frameFor, targets } from '../program/calls/calls.ts'
import type { Trace, Tracing } from '../program/frames/source.ts'
import { parentClass } from '../program/held/holders.ts'
import { membersOf } from '../program/held/members.ts'
import { bound, declared, named } from '../program/held/names.ts'
import { functionsRunning } from '../program/syntax/nodes.ts'
import { membersAsked, sourcesOf } from './ask.ts'
import { callersOf } from './find-callers.ts'
import { leaveOpen, newState, overState } from './trace-state.ts'

export type { InSight, Source, Trace } from '../program/frames/source.ts'
export { assignedMembers } from '../program/set/assigned.ts'

/** What is known of the files around those that were read. */
type Around = Partial<Pick<Trace, 'inSight' | 'isOnPage' | 'pageMates'>>

/**
 * Builds the trace over the project's own files: what each part of it (`program/`, and what lies beside) answers, over one state.
 * What each member answers is said at `Trace` and `Tracing`.
 */
export const createTrace = (
  checker: ts.TypeChecker,
  files: readonly ts.SourceFile[],
  { inSight = () => false, isOnPage = () => false, pageMates = () => [] }: Around = {},
): Trace => {
  const state = newState()
  const subclasses = createSubclasses(files, (one) => parentClass(t, one, undefined))
  const t: Tracing = {
    checker,
    files,
    inSight,
    isOnPage,
    pageMates,
    ...overState(state),
    sources: (node, scope) => sourcesOf(t, state, node, scope),
    members: (object, name, scope) => membersAsked(t, state, object, name, scope),
    membersOf: (source, name) => membersOf(t, source, name),
    targets: (call, scope) => targets(t, call, scope),
    callers: (callee) => [...(callersOf(t, state).get(callee)?.keys() ?? [])],
    frame: (callee, call, outer) => {
      const target = callersOf(t, state).get(callee)?.get(call)
      return frameFor(target ?? { node: callee, scope: undefined }, call, outer, undefined)
    },
    named: (node, scope) => named(t, node, scope),
    declared: (node, declaration, scope) => declared(t, node, declaration, scope),
    bound: (node, parameter, scope) => bound(t, node, parameter, scope),
    subclasses,
  }
  const from: Trace['from'] = (top, closed) =>
    leaveOpen(state, top ? functionsRunning(top).filter((one) => one !== closed) : [])
  return { ...t, from }
}

/** The classes that extend a class, directly or not. */
const createSubclasses = (
  files: readonly ts.SourceFile[],
  parentOf: (node: ts.ClassLikeDeclaration) => ts.Node | undefined,
): Tracing['subclasses'] => {
  let children: ReturnType<typeof childrenIn> | undefined
  return (node) => {
    children ??= childrenIn(files, parentOf)
    const own = children.get(node) ?? []
    return own.flatMap((one) => [one, ...(children?.get(one) ?? [])])
  }
}
