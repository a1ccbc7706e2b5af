import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../frames/source.ts'
import { accessOn } from '../syntax/access.ts'
import { dressed, isConst, nameOf } from '../syntax/nodes.ts'
import { isSaid } from '../syntax/said.ts'
import { usesAcross } from './names-across.ts'
import { isExported, mentionsOf } from './names-used.ts'

/**
 * Whether the rows of the table that a literal stands in are only gone through or asked for, and what stands in its place
 * in each of them (`path`) only goes into addresses that were read, and into messages. Also where it stands in no table.
 */
export const isOnlyAddress = (trace: Trace, literal: ts.Node): boolean => {
  const { owner, keys, row } = homeOf(literal)
  if (keys.length === 0) return true
  if (row && rowsBeside(row) > MOST_ROWS) return false
  const [, ...inRow] = keys
  return compiler.isVariableDeclaration(owner) && isConst(owner) && isReadAs(trace, owner.name, inRow)
}

/** Of more rows than these nobody tells all that a call may say. */
const MOST_ROWS = 8

const rowsBeside = ({ parent }: ts.Node): number =>
  compiler.isArrayLiteralExpression(parent)
    ? parent.elements.length
    : (parent as ts.ObjectLiteralExpression).properties.length

/** The names, or places of a list, that lead from a table to what is kept in it. */
type Keys = readonly (string | number)[]

/** The row of a table that a literal is a part of: what its outermost object or list holds directly. */
export const rowAround = (literal: ts.Node): ts.Node | undefined => homeOf(literal).row

interface Home {
  /** What keeps the outermost object or list that a literal is a part of. */
  readonly owner: ts.Node
  readonly keys: Keys
  readonly row: ts.Node | undefined
}

const homeOf = (literal: ts.Node): Home => {
  const keys: (string | number)[] = []
  let row: ts.Node | undefined
  let at = literal
  for (; isPart(at.parent); at = at.parent) {
    const { parent } = at
    if (compiler.isPropertyAssignment(parent)) keys.unshift(nameOf(parent.name) ?? '')
    if (compiler.isArrayLiteralExpression(parent)) keys.unshift(parent.elements.indexOf(at as ts.Expression))
    if (compiler.isArrayLiteralExpression(parent) || compiler.isObjectLiteralExpression(parent)) row = at
  }
  return { owner: at.parent, keys, row }
}

/** Also of what a function gives back: `path: (id) => `/pods/${id}``. */
const isPart = (node: ts.Node): boolean =>
  compiler.isPropertyAssignment(node) ||
  compiler.isArrowFunction(node) ||
  compiler.isTemplateSpan(node) ||
  (compiler.isCallExpression(node) && node.expression.getText() === 'Object.freeze') ||
  (compiler.isExpression(node) &&
    !compiler.isFunctionLike(node) &&
    !compiler.isCallExpression(node) &&
    !compiler.isNewExpression(node))

/** Whether all that is done with a table is to go through its rows, and to read them. */
const isReadAs = (trace: Trace, table: ts.BindingName, keys: Keys): boolean => {
  if (!compiler.isIdentifier(table)) return false
  const uses = isExported(trace, table) ? usesAcross(trace, table) : mentionsOf(trace, table)
  return uses?.every((use) => isRowRead(trace, use, keys)) ?? false
}

const isRowRead = (trace: Trace, use: ts.Identifier, keys: Keys): boolean => {
  const outer = dressed(use)
  const { parent } = outer
  if (compiler.isTypeQueryNode(parent)) return true
  if (compiler.isForOfStatement(parent)) return isEachRead(trace, loopName(parent), keys)
  const access = accessOn(outer)
  if (!access) return isListed(trace, parent, keys)
  const method = compiler.isPropertyAccessExpression(access) ? access.name.text : undefined
  if (method === 'length') return true
  const call = dressed(access).parent
  if (method === undefined || !compiler.isCallExpression(call) || call.expression !== dressed(access))
    return isValueRead(trace, access, keys)
  return GOES_THROUGH.test(method) && isEachRead(trace, parameterOf(call.arguments[0]), keys)
}

const GOES_THROUGH = /^(map|flatMap|forEach)$/

const loopName = ({ initializer }: ts.ForOfStatement): ts.BindingName | undefined =>
  compiler.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined

const parameterOf = (callback: ts.Expression | undefined): ts.BindingName | undefined =>
  callback && compiler.isArrowFunction(callback) ? callback.parameters[0]?.name : undefined

/** `Object.keys(OPS)`, and the rows of `Object.values(OPS)` and `Object.entries(OPS)`. */
const isListed = (trace: Trace, call: ts.Node, keys: Keys): boolean => {
  const asked = compiler.isCallExpression(call) ? /^Object\.(\w+)$/.exec(call.expression.getText())?.[1] : ''
  if (asked === 'keys') return true
  const inItem = asked === 'entries' ? [1, ...keys] : keys
  if (asked !== 'entries' && asked !== 'values') return false
  const outer = dressed(call as ts.Expression)
  const loop = outer.parent
  if (compiler.isForOfStatement(loop)) return isEachRead(trace, loopName(loop), inItem)
  const access = accessOn(outer)
  const next = access && dressed(access).parent
  const goes = access && compiler.isPropertyAccessExpression(access) && GOES_THROUGH.test(access.name.text)
  return goes && next && compiler.isCallExpression(next)
    ? isEachRead(trace, parameterOf(next.arguments[0]), inItem)
    : false
}

/** Whether that is so of each row that is gone through. What a row is itself (a list of paths) nobody tells for a call. */
const isEachRead = (trace: Trace, name: ts.BindingName | undefined, keys: Keys): boolean =>
  keys.length > 0 && isBindingRead(trace, name, keys)

/** Whether what a name, or a pattern, takes of a row is only read. */
const isBindingRead = (trace: Trace, name: ts.BindingName | undefined, keys: Keys): boolean => {
  if (!name) return false
  if (compiler.isIdentifier(name))
    return mentionsOf(trace, name).every((use) => isValueRead(trace, use, keys))
  const [key, ...rest] = keys
  if (key === undefined) return false
  return name.elements.every((element, index) => {
    if (!compiler.isBindingElement(element)) return true
    if (element.dotDotDotToken) return false
    const own = compiler.isArrayBindingPattern(name) ? index : nameOf(element.propertyName ?? element.name)
    return own !== key || isBindingRead(trace, element.name, rest)
  })
}

/** Whether a row, or a part of one, is only read for an address, or for what stands beside that. */
const isValueRead = (trace: Trace, node: ts.Expression, keys: Keys): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  const [key, ...rest] = keys
  if (key === undefined) return [node, outer, parent].some((one) => trace.visited.has(one)) || isSaid(outer)
  if (compiler.isVariableDeclaration(parent))
    return isConst(parent) && isBindingRead(trace, parent.name, keys)
  const access = accessOn(outer)
  if (!access) return false
  const own = compiler.isPropertyAccessExpression(access) ? access.name.text : keyIn(access)
  return own !== undefined && (own !== String(key) || isValueRead(trace, access, rest))
}

const keyIn = ({ argumentExpression: key }: ts.ElementAccessExpression): string | undefined =>
  compiler.isStringLiteralLike(key) || compiler.isNumericLiteral(key) ? key.text : undefined
