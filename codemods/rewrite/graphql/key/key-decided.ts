import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { outOfSight } from '../../../sites/program/held/out-of-sight.ts'
import { accessed } from '../../../sites/program/syntax/access.ts'
import { bare, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { taken } from '../../../sites/program/ways/taken.ts'
import type { Source, Trace } from '../../../sites/values/trace.ts'

/**
 * What decides whether a call carries a key, where that asks for something else than the key itself: `admin` of
 * `...(admin && { Authorization: `Bearer ${KEY}` })`. Without one the old API refused the call.
 */
export const keyDecidedBy = (trace: Trace, { node: key, scope }: At): ts.Expression | undefined => {
  for (let at: ts.Node = key; at.parent && isWithin(at.parent); at = at.parent) {
    const condition = conditionOf(at.parent, at)
    if (condition && !asksFor(condition, key) && !isKnown(trace, at, condition, scope)) return condition
  }
  return undefined
}

const MOST_SPREADS = 6

/** What is spread over the key in an object of headers, and may say another: `{ Authorization: `Bearer ${KEY}`, ...headers }`. */
export const spreadOverKey = (trace: Trace, headers: readonly Source[]): ts.Expression | undefined =>
  headers.map((one) => overIn(trace, one, 0)?.over).find((one) => one !== undefined)

/** Of headers that say a key; what is spread over that. */
const overIn = (trace: Trace, { node, scope }: Source, depth: number): Over | undefined => {
  if (!compiler.isObjectLiteralExpression(node) || depth > MOST_SPREADS) return undefined
  let found: Over | undefined
  for (const property of node.properties) {
    if (!compiler.isSpreadAssignment(property)) {
      const name = nameOf(property.name)
      if (name !== undefined && /^authorization$/i.test(name)) found = {}
      continue
    }
    const { expression } = property
    const inner = trace.sources(expression, scope).flatMap((source) => overIn(trace, source, depth + 1) ?? [])
    if (inner[0]) found = inner[0]
    // What packages give there traces a request
    else if (found && outOfSight(trace, expression, 'Authorization', scope)?.parameter)
      found = { over: expression }
  }
  return found
}

/** What is spread over the headers in a call's options, and may say others: `{ headers, ...init }` of whoever gives init. */
export const spreadOverHeaders = (trace: Trace, { node, scope }: At): ts.Expression | undefined => {
  const literal = bare(node)
  if (!compiler.isObjectLiteralExpression(literal)) return undefined
  const said = literal.properties.findIndex(({ name }) => name && nameOf(name) === 'headers')
  const behind = said < 0 ? [] : literal.properties.slice(said + 1).filter(compiler.isSpreadAssignment)
  return behind
    .map(({ expression }) => expression)
    .find((one) => outOfSight(trace, one, 'headers', scope)?.parameter)
}

interface Over {
  readonly over?: ts.Expression
}

/** Whether a node is a part of what says headers or an address, or of the statement that sets one. */
const isWithin = (node: ts.Node): boolean => {
  if (compiler.isCallExpression(node)) return ADDS.test(accessed(node.expression)?.name ?? '')
  if (compiler.isNewExpression(node)) return /^(Headers|URL|URLSearchParams)$/.test(node.expression.getText())
  return (
    !compiler.isFunctionLike(node) &&
    !compiler.isVariableDeclaration(node) &&
    !compiler.isPropertyDeclaration(node) &&
    !compiler.isSourceFile(node)
  )
}

/** `headers.set(…)`, `Object.assign(headers, …)` */
const ADDS = /^(set|append|assign)$/

/** What chooses a part of a node. */
const conditionOf = (parent: ts.Node, at: ts.Node): ts.Expression | undefined => {
  if (compiler.isConditionalExpression(parent)) return parent.condition === at ? undefined : parent.condition
  if (compiler.isIfStatement(parent)) return parent.expression === at ? undefined : parent.expression
  return isOperation(parent, '&&', '||', '??') && parent.right === at ? parent.left : undefined
}

const asksFor = (condition: ts.Expression, key: ts.Expression): boolean => {
  const plain = (node: ts.Node): string => node.getText().replaceAll('?.', '.').replaceAll('!', '')
  const asked = plain(condition)
  const said = plain(bare(key))
  // `session && { Authorization: session.token }`
  if (said.startsWith(`${asked}.`)) return true
  return new RegExp(`(^|[^\\w$.])${said.replace(/[^\w\s]/g, '\\$&')}($|[^\\w$])`).test(asked)
}

/** Whether it is known by then, and the key's own side is taken. */
const isKnown = (trace: Trace, at: ts.Node, condition: ts.Expression, scope: At['scope']): boolean => {
  const { parent } = at
  const holds = taken(trace, condition, scope)
  if (holds === undefined) return false
  if (compiler.isConditionalExpression(parent)) return holds === (parent.whenTrue === at)
  if (compiler.isIfStatement(parent)) return holds === (parent.thenStatement === at)
  return holds === isOperation(parent, '&&')
}
