import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { argumentFor, frameOf, type Scope } from '../../../sites/program/frames/frames.ts'
import { assignedBehind, isAssigned } from '../../../sites/program/held/member.ts'
import { wholeOfRest } from '../../../sites/program/held/rest-of.ts'
import { isExported } from '../../../sites/program/names/exported.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, functionAround, isConst, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { choicesOf } from './spread-choices.ts'

/**
 * The literal of a frame (none: of the caller) that what a helper is handed reaches a library by, so that a member of
 * it is sent: a spread of a parameter (`{ ...init, headers }`), what it leaves (`...rest`), or the parameter itself.
 */
export const literalIn = (
  trace: Trace,
  frame: Scope | undefined,
  member: string,
  options: ts.Expression,
  scope: Scope | undefined,
): ts.ObjectLiteralExpression | undefined => {
  const place = placeIn(
    { trace, frame, member, isWanted: compiler.isObjectLiteralExpression },
    options,
    scope,
  )
  return place && compiler.isObjectLiteralExpression(place) ? place : undefined
}

/** The name by which the caller says options that others use as well: `fetch(url, POST)`, `api('/pods', POST)`. */
export const sharedIn = (
  trace: Trace,
  member: string,
  options: ts.Expression,
  scope: Scope | undefined,
): ts.Identifier | undefined => {
  const place = placeIn({ trace, frame: undefined, member, isWanted: () => true }, options, scope)
  const isKnown = (node: ts.Identifier): boolean =>
    isSettled(trace, node) && trace.sources(node, undefined).every((source) => isPlain(source.node))
  return place && compiler.isIdentifier(place) && isKnown(place) ? place : undefined
}

/** A constant, or a parameter: what is set anew may come to hold headers that nobody sees here. */
const isSettled = (trace: Trace, name: ts.Identifier): boolean => {
  const declared = declarationOf(trace, name)
  return !declared || !compiler.isVariableDeclaration(declared) || isConst(declared)
}

/** An object that can be taken apart twice: a getter may answer otherwise each time. */
const isPlain = (node: ts.Node): boolean =>
  compiler.isObjectLiteralExpression(node) && !node.properties.some(compiler.isGetAccessor)

type Options = ts.ObjectLiteralExpression | ts.Identifier

interface Search {
  readonly trace: Trace
  readonly frame: Scope | undefined
  readonly member: string
  readonly isWanted: (found: Options) => boolean
}

const placeIn = (search: Search, options: ts.Expression, scope: Scope | undefined): Options | undefined => {
  const { trace, frame, member, isWanted } = search
  const follow = (given: At | undefined): Options | undefined =>
    given && placeIn(search, given.node, given.scope)
  const own = (found: Options): Options | undefined =>
    scope === frame && isWanted(found) ? found : undefined
  const node = bare(options)
  if (compiler.isObjectLiteralExpression(node)) {
    for (const spread of lastSpreads(node, member)) {
      const inner = follow({ node: spread.expression, scope })
      if (inner && (scope !== frame || compiler.isObjectLiteralExpression(inner))) return inner
    }
    return own(node)
  }
  if (isAssigned(node)) return isMadeAnew(trace, node) ? assignedIn(search, node, scope) : undefined
  if (compiler.isBinaryExpression(node)) return follow({ node: node.left, scope })
  if (!compiler.isIdentifier(node)) return follow(viaCall(trace, node, scope))
  const given =
    argumentOf(trace, node, scope) ??
    wholeOfRest(trace, node, member, scope) ??
    keptFor(trace, node, member, scope)
  return given ? follow(given) : own(node)
}

/** `Object.assign({ … }, init)`. Of a literal that stands there, nobody knows whether what comes behind says the member, too. */
const assignedIn = (
  search: Search,
  call: ts.CallExpression,
  scope: Scope | undefined,
): Options | undefined => {
  const { frame, member } = search
  const parts = assignedBehind(call, member)
  for (const part of parts) {
    const isLiteral = compiler.isObjectLiteralExpression(part)
    // A helper's own is that of all its callers, who may say the member themselves.
    if (isLiteral && (frame || part !== parts.at(-1))) continue
    const found = placeIn(search, part, scope)
    if (found && (scope !== frame || compiler.isObjectLiteralExpression(found))) return found
  }
  return undefined
}

/** Whether what is assigned to is made for that, so that nothing else has the members. */
const isMadeAnew = (trace: Trace, { arguments: [first] }: ts.CallExpression): boolean => {
  const node = first && bare(first)
  if (!node || !compiler.isIdentifier(node))
    return node !== undefined && compiler.isObjectLiteralExpression(node)
  const declared = declarationOf(trace, node)
  const isOwn = declared && compiler.isVariableDeclaration(declared) && functionAround(declared) !== undefined
  return isOwn === true && functionAround(declared) === functionAround(node)
}

/** The spreads whose member wins: behind them, the literal says none of its own. */
const lastSpreads = (literal: ts.ObjectLiteralExpression, member: string): ts.SpreadAssignment[] => {
  const said = literal.properties.findLastIndex((one) => says(one, member))
  return literal.properties.slice(said + 1).filter(compiler.isSpreadAssignment)
}

/** Also where a choice says it: `...(init.body ? { body: JSON.stringify(init.body) } : {})`. */
const says = (one: ts.ObjectLiteralElementLike, member: string): boolean =>
  compiler.isSpreadAssignment(one)
    ? choicesOf(one.expression).some(({ properties }) => properties.some((inner) => says(inner, member)))
    : nameOf(one.name) === member

const argumentOf = (trace: Trace, node: ts.Identifier, scope: Scope | undefined): At | undefined => {
  const declaration = trace.checker.getSymbolAtLocation(node)?.declarations?.[0]
  if (!declaration || !compiler.isParameter(declaration)) return undefined
  const frame = frameOf(scope, declaration.parent)
  const argument = frame && argumentFor(frame, declaration)
  return argument ? { node: argument, scope: frame.outer } : undefined
}

/**
 * `const options = { method: 'POST' }`, which nothing uses but the call that is made in the same function, and what sets
 * another member of it.
 */
const keptFor = (
  trace: Trace,
  node: ts.Identifier,
  member: string,
  scope: Scope | undefined,
): At | undefined => {
  const declared = trace.checker.getSymbolAtLocation(node)?.valueDeclaration
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return undefined
  const { initializer } = declared
  if (!initializer || isExported(initializer)) return undefined
  if (mentionsOf(trace, declared.name).filter((one) => !setsAnother(one, member)).length !== 1)
    return undefined
  return functionAround(declared) === functionAround(node) ? { node: initializer, scope } : undefined
}

/** `options.signal = …`, where another member is asked for; headers that are set would take the place of any that are added. */
const setsAnother = (name: ts.Node, member: string): boolean => {
  const { parent: access } = name
  if (!compiler.isPropertyAccessExpression(access) || access.expression !== name) return false
  if (access.name.text === member || access.name.text === 'headers') return false
  return isOperation(access.parent, '=') && access.parent.left === access
}

/** `withKey(init)`: a helper that hands its options on. */
const viaCall = (trace: Trace, node: ts.Expression, scope: Scope | undefined): At | undefined => {
  if (!compiler.isCallExpression(node)) return undefined
  for (const source of trace.sources(node, scope)) {
    if (compiler.isObjectLiteralExpression(source.node)) return { node: source.node, scope: source.scope }
  }
  return undefined
}
