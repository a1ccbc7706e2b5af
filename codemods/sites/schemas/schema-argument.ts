import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { argumentFor, type Scope } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { bare, nameOf } from '../program/syntax/nodes.ts'

const CHECKS = /^(parse|parseAsync|safeParse|safeParseAsync)$/

/** `schema` of `schema.parse(body)`, where a function of those given takes it from its caller. */
export const schemaHanded = (
  trace: Trace,
  { expression: callee, arguments: given }: ts.CallExpression,
  functions: ReadonlyMap<ts.Node, unknown>,
): ts.Identifier | undefined => {
  if (!compiler.isPropertyAccessExpression(callee) || !CHECKS.test(callee.name.text)) return undefined
  const name = bare(callee.expression)
  const parameter = compiler.isIdentifier(name) && given.length === 1 ? parameterOf(trace, name) : undefined
  return parameter && functions.has(parameter.parent) ? (name as ts.Identifier) : undefined
}

/** Where the outermost caller hands a schema over, in an argument of its own; undefined where it is not there to be seen. */
export const schemaArgument = (
  trace: Trace,
  name: ts.Identifier,
  scope: Scope | undefined,
): ts.Expression | undefined => {
  const parameter = parameterOf(trace, name)
  const frame = parameter && frameOn(scope, parameter.parent)
  const argument = frame && argumentFor(frame, parameter)
  const given = argument && memberFor(trace, name, parameter, bare(argument))
  if (!given || !frame) return undefined
  if (!frame.outer) return given
  return compiler.isIdentifier(given) ? schemaArgument(trace, given, frame.outer) : undefined
}

/** What a function was made with, all of its calls share. */
const frameOn = (scope: Scope | undefined, callee: ts.Node): Scope | undefined => {
  let frame = scope
  while (frame && frame.callee !== callee) frame = frame.outer
  return frame
}

/** The parameter that a name is, or is taken out of. */
const parameterOf = ({ checker }: Trace, name: ts.Identifier): ts.ParameterDeclaration | undefined => {
  const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!declaration || compiler.isParameter(declaration)) return declaration
  if (!compiler.isBindingElement(declaration) || declaration.initializer) return undefined
  const owner = declaration.parent.parent
  return compiler.isParameter(owner) ? owner : undefined
}

/** Of `{ path, schema: PodSchema }` for `({ path, schema })`, the member; a plain argument itself. */
const memberFor = (
  { checker }: Trace,
  name: ts.Identifier,
  parameter: ts.ParameterDeclaration,
  argument: ts.Expression,
): ts.Expression | undefined => {
  if (compiler.isIdentifier(parameter.name)) return argument
  const element = checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!element || !compiler.isBindingElement(element) || !compiler.isObjectLiteralExpression(argument))
    return undefined
  const key = nameOf(element.propertyName ?? element.name)
  const [found, ...others] = argument.properties.filter((one) => one.name && nameOf(one.name) === key)
  const isAll = others.length === 0 && !argument.properties.some(compiler.isSpreadAssignment)
  return isAll && found && compiler.isPropertyAssignment(found) ? found.initializer : undefined
}
