import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { argumentFor, frameOf, type Scope } from '../frames/frames.ts'
import type { Asking, Source } from '../frames/source.ts'
import { givenTo } from '../set/assigned.ts'
import { isNothing, nothing } from '../syntax/nodes.ts'
import { partsOf, saysMembers } from './member.ts'
import { restPattern } from './rest-pattern.ts'

const MOST_SPREADS = 8

/** What may give an object a member out of sight: a parameter, or what foreign code made, spread into it or not. */
export const outOfSight = (
  trace: Asking,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
  depth = 0,
): Source | undefined => {
  const rest = restPattern(trace.checker, object)
  if (rest) return inRest(trace, rest, name, scope, depth)
  for (const given of givenTo(trace.checker, object)) {
    const hidden =
      depth > MOST_SPREADS ? { node: given, scope } : outOfSight(trace, given, name, scope, depth + 1)
    if (hidden) return hidden
  }
  for (const source of trace.sources(object, scope)) {
    const hidden = hiddenIn(trace, source, name, depth)
    if (hidden) return hidden
  }
  return undefined
}

const inRest = (
  trace: Asking,
  { parent: owner }: ts.ObjectBindingPattern,
  name: string,
  scope: Scope | undefined,
  depth: number,
): Source | undefined => {
  if (compiler.isVariableDeclaration(owner))
    return owner.initializer && outOfSight(trace, owner.initializer, name, scope, depth + 1)
  if (!compiler.isParameter(owner)) return { node: owner, scope }
  const frame = frameOf(scope, owner.parent)
  if (!frame) return { node: owner, scope, parameter: owner }
  const argument = argumentFor(frame, owner)
  return argument && outOfSight(trace, argument, name, frame.outer, depth + 1)
}

const hiddenIn = (trace: Asking, source: Source, name: string, depth: number): Source | undefined => {
  const { node, scope } = source
  if (node === nothing || isEmpty(node)) return undefined
  if (!saysMembers(node)) return couldHave(trace, source, name) ? source : undefined
  if (depth > MOST_SPREADS) return source
  for (const part of partsOf(node)) {
    const hidden = outOfSight(trace, part, name, scope, depth + 1)
    if (hidden) return hidden
  }
  return undefined
}

/** `...(body && { body })` spreads nothing where the left side is one of these. */
const isEmpty = (node: ts.Node): boolean =>
  isNothing(node) ||
  node.kind === compiler.SyntaxKind.FalseKeyword ||
  (compiler.isStringLiteralLike(node) && node.text === '')

const couldHave = ({ checker }: Asking, { node, parameter }: Source, name: string): boolean =>
  parameter !== undefined || leavesRoom(checker, node, name)

/** Whether the type of a value leaves room for the member; of one that may be missing (`init?: RequestInit`), what it is else. */
export const leavesRoom = (checker: ts.TypeChecker, node: ts.Node, name: string): boolean => {
  const type = checker.getTypeAtLocation(node)
  return (type.isUnion() ? type.types : [type]).some(
    (one) =>
      (one.flags & ANYTHING) !== 0 ||
      one.getProperty(name) !== undefined ||
      one.getStringIndexType() !== undefined,
  )
}

/** Types that say nothing of the members: also `object`, and `T` of a function that is called with any. */
const ANYTHING =
  compiler.TypeFlags.Any |
  compiler.TypeFlags.Unknown |
  compiler.TypeFlags.NonPrimitive |
  compiler.TypeFlags.Instantiable
