import type { ts } from 'ts-morph'
import type { Finding } from '../../mappings/dsl/finding.ts'
import { compiler } from '../project/compiler.ts'
import { bodyAt } from '../sites/body.ts'
import { argumentFor, bare, frameOf, isInside, nameOf, type Scope } from '../sites/scope.ts'
import type { Site } from '../sites/sites.ts'
import { assignedMembers, type Trace } from '../sites/trace.ts'
import { addProperty } from './add-property.ts'
import { contentTypeOf, sayContentType } from './content-type.ts'
import { type Edit, insertAfter, replace } from './edit.ts'
import type { Part } from './plan.ts'
import { type Reason, reasons } from './reason.ts'
import { styleOf, valueText } from './style.ts'
import { teachBody } from './teach-body.ts'

/** Gives a call the constant body that v2 wants, wherever its body goes in. */
export const sendAction = (
  trace: Trace,
  site: Site,
  sends: Readonly<Record<string, unknown>>,
): Part | Reason => sendText(trace, site, valueText(sends, styleOf(site.top.getSourceFile())))

/** The same for a body that is source text already. */
export const sendText = (trace: Trace, site: Site, text: string): Part | Reason => {
  const given = bodyAt(trace, site.sink.body, site.scope)
  if (given) return replaceGiven(given.node, text)
  const edits = addBody(trace, site, text)
  return edits
    ? { edits, mappers: [], findings: contentTypeOf(trace, site) === 'unknown' ? [CHECK_TYPE] : [] }
    : reasons.noBodyPlace()
}

const CHECK_TYPE: Finding = {
  code: 'DYNAMIC',
  rule: 'codemod.content-type',
  at: 'Content-Type',
  why: 'the call sends JSON now, and whether its headers say so is known only at run time',
}

/** An empty body (`{}`, `null`) makes room; any other says something v1 ignored and nobody should guess about. */
const replaceGiven = (node: ts.Expression, text: string): Part | Reason => {
  const inner = bare(node)
  const isEmpty = compiler.isObjectLiteralExpression(inner) && inner.properties.length === 0
  return isEmpty ? { edits: [replace(node, text)], mappers: [], findings: [] } : reasons.body()
}

const addBody = (trace: Trace, site: Site, text: string): Edit[] | undefined => {
  const { body, call } = site.sink
  if (!body) return undefined
  if (body.kind === 'expression')
    return site.sink.library === 'https' ? addWritten(trace, site, body.node, text) : addArgument(call, text)
  const direct = openOptions(trace, site, body.object, site.scope)
  const stringified = site.sink.serializes ? text : `JSON.stringify(${text})`
  const name = body.name
  if (direct) {
    const body = addProperty(direct, name, stringified)
    if (contentTypeOf(trace, site) !== 'missing') return body
    const typed = sayContentType(trace, site, direct)
    return typed ? [...body, ...typed] : undefined
  }
  if (contentTypeOf(trace, site) === 'missing') return teachBody(trace, site, text)
  return addThroughWrapper(trace, site, body.object, name, text) ?? teachBody(trace, site, text)
}

/** What a helper writes to its request comes in by a parameter that this caller leaves out. */
const addWritten = (trace: Trace, site: Site, written: ts.Expression, text: string): Edit[] | undefined => {
  const parameter = contentTypeOf(trace, site) === 'said' ? bodyParameter(trace, written) : undefined
  return parameter && passArgument(trace, site, parameter, text)
}

const addArgument = (call: ts.CallExpression, text: string): Edit[] => {
  const [first, second] = call.arguments
  if (second) return [replace(second, text)]
  return first ? [insertAfter(first, `, ${text}`)] : []
}

/** The options literal nearest to the caller which has no body of its own and reaches the library untouched. */
const openOptions = (
  trace: Trace,
  site: Site,
  options: ts.Expression,
  scope: Scope | undefined,
): ts.ObjectLiteralExpression | undefined => {
  const outer = callerLiteral(trace, bare(options), scope)
  if (!outer || !isInside(outer, site.top)) return undefined
  return outer
}

/** Follows a spread of a parameter (`{ ...init, headers }`) or the parameter itself to the caller's literal. */
const callerLiteral = (
  trace: Trace,
  node: ts.Expression,
  scope: Scope | undefined,
): ts.ObjectLiteralExpression | undefined => {
  if (compiler.isObjectLiteralExpression(node)) {
    const spreads = node.properties.filter(compiler.isSpreadAssignment)
    for (const spread of spreads) {
      const inner = callerLiteral(trace, bare(spread.expression), scope)
      if (inner) return inner
    }
    return scope ? undefined : node
  }
  if (compiler.isBinaryExpression(node)) return callerLiteral(trace, bare(node.left), scope)
  const argument = compiler.isIdentifier(node) ? argumentOf(trace, node, scope) : viaCall(trace, node, scope)
  return argument ? callerLiteral(trace, bare(argument.node), argument.scope) : undefined
}

const argumentOf = (
  trace: Trace,
  node: ts.Identifier,
  scope: Scope | undefined,
): { node: ts.Expression; scope: Scope | undefined } | undefined => {
  const declaration = trace.checker.getSymbolAtLocation(node)?.declarations?.[0]
  if (!declaration || !compiler.isParameter(declaration)) return undefined
  const frame = frameOf(scope, declaration.parent)
  const argument = frame && argumentFor(frame, declaration)
  return argument ? { node: argument, scope: frame.outer } : undefined
}

/** `withKey(init)`: a helper that hands its options on. */
const viaCall = (
  trace: Trace,
  node: ts.Expression,
  scope: Scope | undefined,
): { node: ts.Expression; scope: Scope | undefined } | undefined => {
  if (!compiler.isCallExpression(node)) return undefined
  for (const source of trace.sources(node, scope)) {
    if (compiler.isObjectLiteralExpression(source.node)) return { node: source.node, scope: source.scope }
  }
  return undefined
}

/** The wrapper has a parameter for the body which this caller leaves out. */
const addThroughWrapper = (
  trace: Trace,
  site: Site,
  options: ts.Expression,
  name: string,
  text: string,
): Edit[] | undefined => {
  for (const value of assignedMembers(trace.checker, options, name)) {
    const parameter = bodyParameter(trace, value)
    const edits = parameter && passArgument(trace, site, parameter, text)
    if (edits) return edits
  }
  for (const source of trace.sources(options, site.scope)) {
    if (!compiler.isObjectLiteralExpression(source.node)) continue
    for (const property of source.node.properties) {
      if (!property.name || nameOf(property.name) !== name) continue
      const parameter = bodyParameter(
        trace,
        compiler.isPropertyAssignment(property) ? property.initializer : property,
      )
      const edits = parameter && passArgument(trace, site, parameter, text)
      if (edits) return edits
    }
  }
  return undefined
}

/** The parameter that a body property is made of (`body: body ? JSON.stringify(body) : undefined`). */
const bodyParameter = (
  trace: Trace,
  value: ts.Node,
): ts.ParameterDeclaration | ts.BindingElement | undefined => {
  let found: ts.ParameterDeclaration | ts.BindingElement | undefined
  const visit = (node: ts.Node): void => {
    if (compiler.isIdentifier(node) && !found) {
      const symbol = compiler.isShorthandPropertyAssignment(node.parent)
        ? trace.checker.getShorthandAssignmentValueSymbol(node.parent)
        : trace.checker.getSymbolAtLocation(node)
      const declaration = symbol?.declarations?.[0]
      const isOwn =
        declaration && (compiler.isParameter(declaration) || compiler.isBindingElement(declaration))
      if (isOwn) found = declaration
    }
    compiler.forEachChild(node, visit)
  }
  visit(value)
  return found
}

const passArgument = (
  trace: Trace,
  site: Site,
  declaration: ts.ParameterDeclaration | ts.BindingElement,
  text: string,
): Edit[] | undefined => {
  const parameter = compiler.isParameter(declaration) ? declaration : declaration.parent.parent
  const frame = compiler.isParameter(parameter) ? frameOf(site.scope, parameter.parent) : undefined
  if (!frame || !compiler.isParameter(parameter)) return undefined
  const given = argumentFor(frame, parameter)
  if (parameter === declaration) {
    if (frame.call === site.top) return asArgument(frame, parameter, text)
    return given && onward(trace, site, given, text)
  }
  const { propertyName, name: bound } = declaration as ts.BindingElement
  const name = nameOf(propertyName ?? bound)
  if (!given || name === undefined || !compiler.isObjectLiteralExpression(given)) return undefined
  const present = given.properties.find((one) => one.name && nameOf(one.name) === name)
  if (frame.call === site.top) return present ? undefined : addProperty(given, name, text)
  return present && onward(trace, site, present, text)
}

/** A helper that hands its own parameter on to the next. */
const onward = (trace: Trace, site: Site, value: ts.Node, text: string): Edit[] | undefined => {
  const parameter = isMadeHere(value) ? undefined : bodyParameter(trace, value)
  return parameter && passArgument(trace, site, parameter, text)
}

/** `{ ...body, source }` would send more than the action. */
const isMadeHere = (value: ts.Node): boolean =>
  compiler.isObjectLiteralExpression(value) || (compiler.forEachChild(value, isMadeHere) ?? false)

const asArgument = (frame: Scope, parameter: ts.ParameterDeclaration, text: string): Edit[] | undefined => {
  const index = frame.callee.parameters.indexOf(parameter)
  const given = frame.call.arguments ?? []
  const last = given.at(-1)
  if (!last || given.length > index)
    return given[index] ? [replace(given[index] as ts.Node, text)] : undefined
  const filler = ', undefined'.repeat(index - given.length)
  return [insertAfter(last, `${filler}, ${text}`)]
}
