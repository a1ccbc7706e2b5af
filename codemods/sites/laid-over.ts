import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { argumentFor, frameOf, type Scope, spreadsArguments } from './program/frames/frames.ts'
import type { Trace } from './program/frames/source.ts'
import { partsOf, saysMembers } from './program/held/member.ts'
import { isExported, mentionsOf } from './program/names/names-used.ts'
import { declarationOf } from './program/names/symbol.ts'
import { assignmentsTo } from './program/set/assigned.ts'
import { changedBy, writesIn } from './program/set/steady.ts'
import { accessed, isAccess } from './program/syntax/access.ts'
import { leftOf } from './program/syntax/entries.ts'
import { bare, dressed, functionAround, isConst, isNothing, nameOf } from './program/syntax/nodes.ts'
import { assignedMembers } from './values/trace.ts'

/** Where a member stands of options that a function lays over its own, or that nobody says it. */
type Laid = { readonly node: ts.Expression; readonly scope: Scope | undefined } | 'unsaid'

const MOST_STEPS = 8

/** `o.body` of `const o = { method: 'GET', ...options }`, where all that this caller's options hold is there to see. */
export const laidOver = (
  trace: Trace,
  { expression, name }: ts.PropertyAccessExpression,
  scope: Scope | undefined,
): Laid | undefined => {
  const made = madeOver(trace, expression, name.text)
  return made && memberIn(trace, made, name.text, scope, 0)
}

/** The parameter that a member of such options comes in by, whatever stands below it. */
export const parameterLaidOver = (
  trace: Trace,
  { expression, name }: ts.PropertyAccessExpression,
): ts.ParameterDeclaration | undefined => {
  const made = madeOver(trace, expression, name.text)
  for (const part of made ? lastFirst(made) : []) {
    if (!compiler.isExpression(part)) {
      if (nameOf(part.name) === undefined || nameOf(part.name) === name.text) return undefined
      continue
    }
    const given = leftOf(part)
    const declared = compiler.isIdentifier(given) ? declarationOf(trace, given) : undefined
    return declared && compiler.isParameter(declared) && isAsGiven(trace, declared, name.text)
      ? declared
      : undefined
  }
  return undefined
}

/** What a constant of a function is put together of, for one call. */
const madeOver = (
  trace: Trace,
  given: ts.Expression,
  member: string,
): ts.ObjectLiteralExpression | ts.CallExpression | undefined =>
  isOfFunction(trace, given) ? partsKept(trace, given, member) : undefined

const isOfFunction = (trace: Trace, given: ts.Expression): boolean => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  return declared !== undefined && functionAround(declared) !== undefined
}

/** What a constant is put together of, where a member of it is only read, and it itself handed to nobody. */
const partsKept = (
  trace: Trace,
  given: ts.Expression,
  member: string,
): ts.ObjectLiteralExpression | ts.CallExpression | undefined => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return undefined
  const made = isConst(declared) && declared.initializer ? bare(declared.initializer) : undefined
  if (!made || !saysMembers(made) || isExported(trace, declared.name)) return undefined
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
  if (!compiler.isIdentifier(node)) return undefined
  const declared = declarationOf(trace, node)
  if (!declared || !compiler.isParameter(declared)) {
    const made = partsKept(trace, node, member)
    return made && inParts(trace, made, member, scope, steps)
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
