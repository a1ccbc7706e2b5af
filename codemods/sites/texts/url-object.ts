import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { loopedInto } from '../program/entries.ts'
import { bare, eachNode, type Scope } from '../program/scope.ts'
import type { Trace } from '../program/source.ts'
import { resolveAgainst } from './new-url.ts'
import { gap, type Next } from './pieces.ts'
import { concat, constant, type Text } from './text.ts'

/** What is done to a URL object between its making and its use. */
interface Changes {
  readonly path?: ts.Expression
  /** The parameters set by name; undefined where the query is made in a way nobody can read. */
  readonly query?: readonly (readonly [name: string, value: ts.Expression])[] | 'hidden'
  /** The object that all of them come from. */
  readonly entries?: ts.Expression
}

/** `const url = new URL(…); url.searchParams.set('name', value)`: the address with what was set on it. */
export const urlObject = (
  trace: Trace,
  node: ts.Identifier,
  scope: Scope | undefined,
  next: Next,
): Text[] | undefined => {
  const symbol = trace.checker.getSymbolAtLocation(node)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || !compiler.isVariableDeclaration(declaration)) return undefined
  const made = declaration.initializer && bare(declaration.initializer)
  if (!made || !compiler.isNewExpression(made) || made.expression.getText() !== 'URL') return undefined
  const { path, query, entries } = changesTo(trace, symbol, declaration)
  if (!path && !query) return undefined
  const placed = path
    ? next(made).flatMap((base) => next(path).map((to) => resolveAgainst(base, to)))
    : next(made)
  if (!query) return placed
  // An object without entries makes none.
  if (entries) return placed.flatMap((text) => [text, concat(text, madeOf(entries, scope))])
  return placed.map((text) => concat(text, queryText(query, node)))
}

/** The query that the entries of an object make. */
const madeOf = (entries: ts.Expression, scope: Scope | undefined): Text =>
  concat(constant('?'), gap(entries, scope, { entries }))

/** The query as a text whose values are gaps. */
const queryText = (query: NonNullable<Changes['query']>, node: ts.Expression): Text => {
  if (query === 'hidden') return concat(constant('?'), concat(gap(node, undefined), gap(node, undefined)))
  return query.reduce<Text>(
    (sofar, [name, value], index) =>
      concat(concat(sofar, constant(`${index === 0 ? '?' : '&'}${name}=`)), gap(value, undefined)),
    { pieces: [], env: [] },
  )
}

const changesTo = (trace: Trace, symbol: ts.Symbol, declaration: ts.VariableDeclaration): Changes => {
  let path: ts.Expression | undefined
  const set: (readonly [string, ts.Expression])[] = []
  let isHidden = false
  eachNode(blockOf(declaration), (node) => {
    if (!compiler.isPropertyAccessExpression(node) || !compiler.isIdentifier(node.expression)) return
    if (node.expression.text !== symbol.name || trace.checker.getSymbolAtLocation(node.expression) !== symbol)
      return
    const { parent } = node
    const isSet = compiler.isBinaryExpression(parent) && parent.left === node
    if (node.name.text === 'pathname' && isSet) path = parent.right
    else if (node.name.text === 'search' && isSet) isHidden = true
    else if (node.name.text === 'searchParams') {
      const one = parameterSet(node, declaration)
      if (one) set.push(one)
      else isHidden = true
    }
  })
  const query = isHidden ? ('hidden' as const) : set.length > 0 ? set : undefined
  const name = declaration.name as ts.Identifier
  const isOnUrl = (object: ts.Expression): boolean => object.getText() === `${name.text}.searchParams`
  const entries = isHidden && set.length === 0 ? loopedInto(name, isOnUrl) : undefined
  return { ...(path ? { path } : {}), ...(query ? { query } : {}), ...(entries ? { entries } : {}) }
}

const blockOf = (node: ts.Node): ts.Node => {
  let at: ts.Node = node.parent
  while (!compiler.isFunctionLike(at) && !compiler.isSourceFile(at)) at = at.parent
  return at
}

/** `url.searchParams.set('name', value)`, always or where there is a value. */
const parameterSet = (
  node: ts.PropertyAccessExpression,
  declaration: ts.VariableDeclaration,
): readonly [string, ts.Expression] | undefined => {
  const method = node.parent
  if (!compiler.isPropertyAccessExpression(method) || !/^(set|append)$/.test(method.name.text))
    return undefined
  const call = method.parent
  if (!compiler.isCallExpression(call) || call.arguments.length !== 2) return undefined
  const [name, value] = call.arguments
  if (!name || !value || !compiler.isStringLiteralLike(name)) return undefined
  return isSure(call, value, declaration) ? [name.text, value] : undefined
}

/** Whether a parameter is set whenever the address is made, or whenever its value is given. */
const isSure = (
  call: ts.CallExpression,
  value: ts.Expression,
  declaration: ts.VariableDeclaration,
): boolean => {
  const home = declaration.parent.parent.parent
  const statement = call.parent
  if (!compiler.isExpressionStatement(statement)) return false
  if (statement.parent === home) return true
  const outer = compiler.isBlock(statement.parent) ? statement.parent.parent : statement.parent
  return (
    compiler.isIfStatement(outer) && outer.parent === home && outer.expression.getText() === value.getText()
  )
}
