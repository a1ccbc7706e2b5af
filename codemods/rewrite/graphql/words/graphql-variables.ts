import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bodyAt, choiceAround, memberAt, outermostOf } from '../../../sites/body.ts'
import type { Source } from '../../../sites/program/frames/source.ts'
import { isEmptyObject } from '../../../sites/program/syntax/entries.ts'
import { bare, dressed, isNothing, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { payloadSources } from '../../../sites/site-texts.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { visibleAt } from '../../edit/visible.ts'
import { jsonDocument } from '../document/json-body.ts'
import { unsureInPayload } from '../document/sent-surely.ts'
import type { Spent } from './spent.ts'

/** The object of variables as the outermost caller says it. */
export const variablesAt = (trace: Trace, site: Site): ts.Expression | undefined => {
  const apart = site.sink.graphql?.variables
  if (site.sink.graphql) return apart && bodyAt(trace, apart, site.scope)?.node
  for (const { node, scope } of payloadSources(trace, site)) {
    const at = compiler.isExpression(node) ? memberAt(trace, node, 'variables', scope) : undefined
    const outer = at && outermostOf(trace, at)
    if (outer) return outer.node
  }
  return undefined
}

/** What a variable of the document is at the call; undefined where nobody can tell. */
export const variableText = (
  trace: Trace,
  site: Site,
  name: string,
  spent: Spent | undefined,
): string | undefined => {
  const node = variablesAt(trace, site)
  if (!node) return passesNone(trace, site) ? 'undefined' : undefined
  // Left out, they were nothing, and the call was refused
  if (choiceAround(trace, node) !== node || isUnsure(trace, site) || !visibleAt(trace, node, site.top))
    return undefined
  const literal = bare(node)
  if (!compiler.isObjectLiteralExpression(literal))
    return compiler.isIdentifier(literal) ? `${literal.text}.${name}` : undefined
  for (const [index, property] of [...literal.properties.entries()].reverse()) {
    const key = nameOf(property.name)
    if (key === undefined) return ofSpread(trace, property, literal.properties.slice(0, index), name)
    if (key !== name) continue
    if (compiler.isShorthandPropertyAssignment(property)) return name
    if (!compiler.isPropertyAssignment(property)) return undefined
    spent?.nodes.push(property.initializer)
    return property.initializer.getText()
  }
  return 'undefined'
}

const isUnsure = (trace: Trace, site: Site): boolean =>
  !site.sink.graphql && unsureInPayload(trace, site, 'variables') !== undefined

/** Whether a call certainly gives its document no variables: `{ query }`, `ask(query)` of `(query, variables = {})`. */
const passesNone = (trace: Trace, site: Site): boolean => {
  if (site.sink.graphql) return site.sink.graphql.variables === undefined
  // What JSON text gives stands in the document by then
  if (jsonDocument(trace, site)) return true
  const payloads = payloadSources(trace, site).flatMap(({ node, scope }) =>
    compiler.isExpression(node) ? trace.sources(node, scope) : [],
  )
  return payloads.length > 0 && payloads.every((one) => saysNone(trace, one))
}

/** What a name keeps may be added to where it is not looked for here. */
const saysNone = (trace: Trace, { node, scope }: Source): boolean => {
  if (!compiler.isObjectLiteralExpression(node) || compiler.isVariableDeclaration(dressed(node).parent))
    return false
  if (node.properties.some((one) => !one.name || nameOf(one.name) === undefined)) return false
  const at = memberAt(trace, node, 'variables', scope)
  const given = at ? trace.sources(at.node, at.scope) : []
  return given.every((one) => isNothing(one.node) || isEmptyObject(one.node as ts.Expression))
}

/** A spread, or a computed name, may say a variable: it does where nothing before it could. */
const ofSpread = (
  { checker }: Trace,
  property: ts.ObjectLiteralElementLike,
  before: readonly ts.ObjectLiteralElementLike[],
  name: string,
): string | undefined => {
  const isOnly = before.every((one) => one.name && ![undefined, name].includes(nameOf(one.name)))
  if (!isOnly || !compiler.isSpreadAssignment(property)) return undefined
  const held = bare(property.expression)
  if (!compiler.isIdentifier(held) && !compiler.isPropertyAccessExpression(held)) return undefined
  const type = checker.getTypeAtLocation(held)
  const isSure = (type.flags & compiler.TypeFlags.Object) !== 0
  return `${held.getText()}${isSure ? '.' : '?.'}${name}`
}
