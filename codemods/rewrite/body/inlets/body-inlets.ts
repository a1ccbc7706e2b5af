import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { argumentFor, frameOf, type Scope, spreadsArguments } from '../../../sites/program/frames/frames.ts'
import { assignedBehind, isAssigned } from '../../../sites/program/held/member.ts'
import { wholeOfRest } from '../../../sites/program/held/rest-of.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isEmptyObject } from '../../../sites/program/syntax/entries.ts'
import { bare, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Inlet, inletOfProperty } from './body-inlet.ts'
import { choicesOf, isPassed } from './spread-choices.ts'

/** Where options take a body in, and the frame of the function that they stand in. */
export interface ScopedInlet {
  readonly inlet: Inlet | undefined
  readonly scope: Scope | undefined
}

/** Those of the literals that options are, and of what these put among their own (`{ ...init, headers }`). */
export const inletsOf = (
  trace: Trace,
  { node, scope }: At,
  name: string,
  seen: readonly ts.Node[] = [],
): ScopedInlet[] =>
  trace.sources(node, scope).flatMap((one) => {
    if (seen.includes(one.node)) return []
    const more = [...seen, one.node]
    if (compiler.isObjectLiteralExpression(one.node)) return inletsIn(trace, one.node, one.scope, name, more)
    return isAssigned(one.node)
      ? assignedBehind(one.node, name).flatMap((part) =>
          ofPart(trace, { node: part, scope: one.scope }, name, more),
        )
      : []
  })

/** A member of a literal, also where it is spread in (`...init`, `...(body ? { body } : {})`) and not said again behind. */
const inletsIn = (
  trace: Trace,
  literal: ts.ObjectLiteralExpression,
  scope: Scope | undefined,
  name: string,
  seen: readonly ts.Node[],
): ScopedInlet[] => {
  const own = literal.properties.findLastIndex((one) => one.name && nameOf(one.name) === name)
  return literal.properties.slice(Math.max(own, 0)).flatMap((property): ScopedInlet[] => {
    if (!compiler.isSpreadAssignment(property))
      return property.name && nameOf(property.name) === name
        ? [{ inlet: inletOfProperty(trace, property), scope }]
        : []
    const choices = choicesOf(property.expression).filter(({ properties }) => properties.length > 0)
    return choices.length > 0
      ? choices
          .filter((one) => isPassed(trace, one))
          .flatMap((one) => inletsIn(trace, one, scope, name, seen))
      : ofPart(trace, { node: property.expression, scope }, name, seen)
  })
}

const ofPart = (trace: Trace, at: At, name: string, seen: readonly ts.Node[]): ScopedInlet[] => {
  const parameter = leftOut(trace, at)
  if (parameter)
    return [{ inlet: { parameter, member: name, isStringified: false, isLeftOut: true }, scope: at.scope }]
  const whole = wholeOfRest(trace, at.node, name, at.scope)
  return whole ? ofPart(trace, whole, name, seen) : inletsOf(trace, at, name, seen)
}

/** `...init`, `...(init ?? {})`: options that this caller leaves out, and of which the helper only takes members. */
const leftOut = (trace: Trace, { node, scope }: At): ts.ParameterDeclaration | undefined => {
  const said = bare(node)
  const given = isOperation(said, '??', '||') && isEmptyObject(said.right) ? bare(said.left) : said
  const declared = compiler.isIdentifier(given) ? declarationOf(trace, given) : undefined
  if (!declared || !compiler.isParameter(declared) || !compiler.isIdentifier(declared.name)) return undefined
  const frame = declared.dotDotDotToken ? undefined : frameOf(scope, declared.parent)
  if (!frame || spreadsArguments(frame) || argumentFor(frame, declared)) return undefined
  if (declared.initializer && !isEmptyObject(declared.initializer)) return undefined
  return referencesOf(trace, declared.name).every(isTakenApart) ? declared : undefined
}

/** Whether a name is only asked for members, or spread: whether it is there at all makes no difference then. */
const isTakenApart = (use: ts.Identifier): boolean => {
  const { parent } = use
  if (isOperation(parent, '??', '||') && parent.left === use) return isEmptyObject(parent.right)
  if (compiler.isCallExpression(parent)) return isAssigned(parent) && parent.arguments[0] !== use
  return (
    compiler.isSpreadAssignment(parent) ||
    (compiler.isPropertyAccessExpression(parent) && parent.expression === use)
  )
}
