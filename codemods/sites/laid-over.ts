import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { argumentFor, frameOf, type Scope, spreadsArguments } from './program/frames/frames.ts'
import type { Trace } from './program/frames/source.ts'
import { partsOf, saysMembers } from './program/held/member.ts'
import { isTakenOut, restPattern } from './program/held/rest-pattern.ts'
import { isExported, mentionsOf } from './program/names/names-used.ts'
import { declarationOf } from './program/names/symbol.ts'
import { assignmentsTo } from './program/set/assigned.ts'
import { changedBy, writesIn } from './program/set/steady.ts'
import { accessed, isAccess } from './program/syntax/access.ts'
import { leftOf } from './program/syntax/entries.ts'
import {
  awaited,
  bare,
  dressed,
  functionAround,
  isConst,
  isNothing,
  nameOf,
  returnsOf,
} from './program/syntax/nodes.ts'
import { assignedMembers } from './values/trace.ts'

/** Where a member stands of options that a function lays over its own, or that nobody says it. */
type Laid = { readonly node: ts.Expression; readonly scope: Scope | undefined } | 'unsaid'

const MOST_STEPS = 8

/**
 * `o.body` of `const o = { method: 'GET', ...options }` and of `const o = withKey(options)`, where all that this caller's options
 * hold is there to see.
 */
export const laidOver = (
  trace: Trace,
  { expression, name }: ts.PropertyAccessExpression,
  scope: Scope | undefined,
): Laid | undefined => {
  const made = madeOver(trace, expression, name.text)
  if (!made || !(saysMembers(made) || parameterIn(trace, made, name.text, 0))) return undefined
  return memberIn(trace, made, name.text, scope, 0)
}

/** The same of `const { body } = withKey(options)`; what the function says itself is said there, and stays a name here. */
export const laidApart = (
  trace: Trace,
  declared: ts.Declaration,
  scope: Scope | undefined,
): Laid | undefined => {
  const taken = takenOf(declared)
  return taken && parameterIn(trace, taken.from, taken.member, 0)
    ? memberIn(trace, taken.from, taken.member, scope, 0)
    : undefined
}

/** The parameter that a member of such options comes in by, whatever stands below it. */
export const parameterLaidOver = (
  trace: Trace,
  { expression, name }: ts.PropertyAccessExpression,
): ts.ParameterDeclaration | undefined => {
  const made = madeOver(trace, expression, name.text)
  return made && parameterIn(trace, made, name.text, 0)
}

/** The same of `const { body } = withKey(options)`, with the member that it is. */
export const parameterLaidApart = (
  trace: Trace,
  declared: ts.Declaration,
): { readonly parameter: ts.ParameterDeclaration; readonly member: string } | undefined => {
  const taken = takenOf(declared)
  const parameter = taken && parameterIn(trace, taken.from, taken.member, 0)
  return parameter && { parameter, member: taken.member }
}

/** What a name is taken out of that a function gives, where nothing stands in for it. */
const takenOf = (
  declared: ts.Declaration,
): { readonly from: ts.Expression; readonly member: string } | undefined => {
  if (!compiler.isBindingElement(declared) || declared.dotDotDotToken || declared.initializer)
    return undefined
  const from = givenTo(declared)
  const member = nameOf(declared.propertyName ?? declared.name)
  return from && member !== undefined ? { from, member } : undefined
}

/** `withKey(options)` of `const { body, ...init } = withKey(options)`, `{ ...DEFAULTS, ...options }`. */
const givenTo = ({ parent: pattern }: ts.BindingElement): ts.Expression | undefined => {
  const { parent } = pattern
  const isOwn = compiler.isObjectBindingPattern(pattern) && compiler.isVariableDeclaration(parent)
  const given = isOwn && parent.initializer ? awaited(parent.initializer) : undefined
  return given && (compiler.isCallExpression(given) || saysMembers(given)) ? given : undefined
}

const parameterIn = (
  trace: Trace,
  given: ts.Expression,
  member: string,
  steps: number,
): ts.ParameterDeclaration | undefined => {
  const node = leftOf(given)
  if (steps > MOST_STEPS) return undefined
  if (saysMembers(node)) return parameterInParts(trace, node, member, steps)
  if (compiler.isCallExpression(node)) {
    const { callee, gives } = calledFor(trace, node, undefined) ?? {}
    const inner = gives && parameterIn(trace, gives, member, steps + 1)
    const argument =
      callee && inner?.parent === callee ? argumentFor(trace.frame(callee, node), inner) : undefined
    return argument && parameterIn(trace, argument, member, steps + 1)
  }
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  return declared && compiler.isParameter(declared) && isAsGiven(trace, declared, member)
    ? declared
    : undefined
}

const parameterInParts = (
  trace: Trace,
  made: ts.ObjectLiteralExpression | ts.CallExpression,
  member: string,
  steps: number,
): ts.ParameterDeclaration | undefined => {
  for (const part of lastFirst(made)) {
    if (compiler.isExpression(part)) return parameterIn(trace, part, member, steps + 1)
    if (nameOf(part.name) === undefined || nameOf(part.name) === member) return undefined
  }
  return undefined
}

/** The one function that a call runs, and the one thing that it gives. */
const calledFor = (
  trace: Trace,
  call: ts.CallExpression,
  scope: Scope | undefined,
): { readonly callee: ts.SignatureDeclaration; readonly gives: ts.Expression } | undefined => {
  const [target, ...others] = trace.targets(call, scope)
  const callee = target?.node
  if (!callee || others.length > 0 || !compiler.isFunctionLike(callee)) return undefined
  const [gives, ...more] = returnsOf(callee)
  return gives && more.length === 0 ? { callee, gives } : undefined
}

/** What a constant of a function is put together of, for one call. */
const madeOver = (trace: Trace, given: ts.Expression, member: string): ts.Expression | undefined =>
  restGiven(trace, given, member) ??
  (isOfFunction(trace, given) ? partsKept(trace, given, member) : undefined)

/** What a function gives, of which a name is what others leave: `const { path, ...init } = withKey(options)`. */
const restGiven = (trace: Trace, given: ts.Expression, member: string): ts.Expression | undefined => {
  const pattern = restPattern(trace.checker, given)
  const [element] = pattern && !isTakenOut(pattern, member) ? pattern.elements : []
  return element && givenTo(element)
}

const isOfFunction = (trace: Trace, given: ts.Expression): boolean => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  return declared !== undefined && functionAround(declared) !== undefined
}

/** What a constant is put together of, where a member of it is only read, and it itself handed to nobody. */
const partsKept = (trace: Trace, given: ts.Expression, member: string): ts.Expression | undefined => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return undefined
  const made = isConst(declared) && declared.initializer ? awaited(declared.initializer) : undefined
  const isMade = made && (saysMembers(made) || compiler.isCallExpression(made))
  if (!isMade || isExported(trace, declared.name)) return undefined
  return isOnlyRead(trace, declared.name, member) ? made : undefined
}

const isOnlyRead = (trace: Trace, name: ts.Identifier, member: string): boolean => {
  const symbol = trace.checker.getSymbolAtLocation(name)
  const place = functionAround(name) ?? name.getSourceFile()
  if (!symbol) return false
  const isAnother = (target: ts.Expression): boolean => {
    const set = accessed(target)
    return set?.name !== undefined && set.name !== member && compiler.isIdentifier(set.of)
  }
  return (
    mentionsOf(trace, name).every(isTakenApart) &&
    writesIn(trace, place, new Set([symbol])).every((write) => changedBy(write).every(isAnother))
  )
}

const isTakenApart = (use: ts.Identifier): boolean => {
  const { parent } = dressed(use)
  return (isAccess(parent) && parent.expression === dressed(use)) || compiler.isSpreadAssignment(parent)
}

/** The parts of an object, the one whose word counts first: what is spread into it, and what it says itself. */
const lastFirst = (
  made: ts.ObjectLiteralExpression | ts.CallExpression,
): (ts.Expression | Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>)[] =>
  compiler.isCallExpression(made)
    ? [...partsOf(made)]
        .reverse()
        .flatMap((part) => (compiler.isObjectLiteralExpression(part) ? lastFirst(part) : [part]))
    : [...made.properties]
        .reverse()
        .map((one) => (compiler.isSpreadAssignment(one) ? bare(one.expression) : one))

const memberIn = (
  trace: Trace,
  given: ts.Expression,
  member: string,
  scope: Scope | undefined,
  steps: number,
): Laid | undefined => {
  const node = leftOf(given)
  if (steps > MOST_STEPS) return undefined
  if (isNothing(node)) return 'unsaid'
  if (saysMembers(node)) return inParts(trace, node, member, scope, steps)
  if (compiler.isCallExpression(node)) {
    const called = calledFor(trace, node, scope)
    const frame = called && trace.frame(called.callee, node, scope)
    return called && memberIn(trace, called.gives, member, frame, steps + 1)
  }
  if (!compiler.isIdentifier(node)) return undefined
  const declared = declarationOf(trace, node)
  if (!declared || !compiler.isParameter(declared)) {
    const made = partsKept(trace, node, member)
    return made && memberIn(trace, made, member, scope, steps + 1)
  }
  const frame = frameOf(scope, declared.parent)
  if (!frame || spreadsArguments(frame) || !isAsGiven(trace, declared, member)) return undefined
  const argument = argumentFor(frame, declared)
  if (argument) return memberIn(trace, argument, member, frame.outer, steps + 1)
  return declared.initializer ? memberIn(trace, declared.initializer, member, scope, steps + 1) : 'unsaid'
}

const inParts = (
  trace: Trace,
  made: ts.ObjectLiteralExpression | ts.CallExpression,
  member: string,
  scope: Scope | undefined,
  steps: number,
): Laid | undefined => {
  for (const part of lastFirst(made)) {
    if (compiler.isExpression(part)) {
      const inner = memberIn(trace, part, member, scope, steps + 1)
      if (inner !== 'unsaid') return inner
      continue
    }
    const name = nameOf(part.name)
    if (name === undefined) return undefined
    if (name !== member) continue
    if (compiler.isPropertyAssignment(part)) return { node: part.initializer, scope }
    return compiler.isShorthandPropertyAssignment(part) ? { node: part.name, scope } : undefined
  }
  return 'unsaid'
}

/** A parameter of a plain name that its function neither sets anew nor gives the member. */
const isAsGiven = (trace: Trace, parameter: ts.ParameterDeclaration, member: string): boolean =>
  !parameter.dotDotDotToken &&
  compiler.isIdentifier(parameter.name) &&
  assignmentsTo(trace.checker, parameter).length === 0 &&
  assignedMembers(trace.checker, parameter.name, member).length === 0
