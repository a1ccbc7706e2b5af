import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Source, Tracing } from '../frames/source.ts'
import { isListChanged } from '../set/list-changed.ts'
import { bare } from '../syntax/nodes.ts'

/** What is gone through, item by item: `for (const item of LIST)`, `LIST.map((item) => …)`. */
const goneThrough = (owner: ts.Node): ts.Expression | undefined => {
  if (compiler.isVariableDeclaration(owner)) {
    const loop = owner.parent.parent
    return compiler.isForOfStatement(loop) && !loop.awaitModifier ? bare(loop.expression) : undefined
  }
  const callback =
    compiler.isParameter(owner) && owner.parent.parameters[0] === owner ? owner.parent : undefined
  const call = callback?.parent
  const isItems =
    call &&
    compiler.isCallExpression(call) &&
    call.arguments[0] === (callback as ts.Node) &&
    compiler.isPropertyAccessExpression(call.expression) &&
    /^(map|flatMap|forEach)$/.test(call.expression.name.text)
  return isItems ? bare((call.expression as ts.PropertyAccessExpression).expression) : undefined
}

/** The rows of a table that a pattern takes apart one after the other; undefined where nobody can tell them. */
export const rowsFor = (t: Tracing, owner: ts.Node, scope: Scope | undefined): Source[] | undefined => {
  const given = goneThrough(owner)
  if (!given) return undefined
  const values = tableOf(given, 'values')
  return values ? valuesOf(t, values, scope) : itemsOf(t, given, scope)
}

/** `OPS` of `Object.entries(OPS)`. */
const tableOf = (given: ts.Expression, asked: 'entries' | 'values'): ts.Expression | undefined =>
  compiler.isCallExpression(given) && given.expression.getText() === `Object.${asked}`
    ? given.arguments[0]
    : undefined

/** All that a table keeps under its names. */
const valuesOf = (t: Tracing, table: ts.Expression, scope: Scope | undefined): Source[] | undefined => {
  const [source, ...others] = t.sources(table, scope)
  if (!source || others.length > 0 || !compiler.isObjectLiteralExpression(source.node)) return undefined
  const values = source.node.properties.map((one) =>
    compiler.isPropertyAssignment(one) ? one.initializer : undefined,
  )
  return values.every((one) => one !== undefined)
    ? values.flatMap((one) => t.sources(one, source.scope))
    : undefined
}

const itemsOf = (t: Tracing, list: ts.Expression, scope: Scope | undefined): Source[] | undefined => {
  const [source, ...others] = t.sources(list, scope)
  if (!source || others.length > 0 || !compiler.isArrayLiteralExpression(source.node)) return undefined
  const isWhole = source.node === list || !isListChanged(source.node)
  if (!isWhole || source.node.elements.some(compiler.isSpreadElement)) return undefined
  return source.node.elements.flatMap((one) => t.sources(one, source.scope))
}

/**
 * What a place of a list pattern has: `path` of `const [method, path] = OPS[name]`, `op` of
 * `Object.entries(OPS).map(([name, op]) => …)`.
 * @param taken what the pattern takes apart
 */
export const placeIn = (
  t: Tracing,
  element: ts.BindingElement,
  taken: () => readonly Source[],
  scope: Scope | undefined,
): Source[] | undefined => {
  const pattern = element.parent
  if (!compiler.isArrayBindingPattern(pattern) || element.dotDotDotToken) return undefined
  const place = pattern.elements.indexOf(element)
  const given = goneThrough(pattern.parent)
  const entries = given && tableOf(given, 'entries')
  if (entries) return place === 1 ? valuesOf(t, entries, scope) : undefined
  const items = taken().map(({ node, scope: inner }) => ({
    item: compiler.isArrayLiteralExpression(node) ? itemAt(node, place) : undefined,
    inner,
  }))
  return items.length > 0 && items.every(({ item }) => item)
    ? items.flatMap(({ item, inner }) => (item ? t.sources(item, inner) : []))
    : undefined
}

/** An item of a list that is written out up to there. */
const itemAt = ({ elements }: ts.ArrayLiteralExpression, place: number): ts.Expression | undefined =>
  elements.slice(0, place + 1).some(compiler.isSpreadElement) ? undefined : elements[place]
