import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare } from './nodes.ts'

/** What a copy is made of: `{ ...body }`, `structuredClone(body)`, `Object.assign({}, body)`, `JSON.parse(JSON.stringify(body))`. */
export const copiedFrom = (node: ts.Expression): ts.Expression | undefined => {
  if (compiler.isObjectLiteralExpression(node)) {
    const [only, ...others] = node.properties
    return only && others.length === 0 && compiler.isSpreadAssignment(only) ? only.expression : undefined
  }
  if (!compiler.isCallExpression(node)) return undefined
  const [first, second, ...others] = node.arguments
  if (!first || others.length > 0) return undefined
  const name = node.expression.getText()
  if (name === 'Object.assign') return isEmpty(bare(first)) ? second : undefined
  if (CLONES.test(name)) return second ? undefined : first
  const inner = bare(first)
  const isText = compiler.isCallExpression(inner) && inner.expression.getText() === 'JSON.stringify'
  return name === 'JSON.parse' && isText ? inner.arguments[0] : undefined
}

const CLONES = /^(structuredClone|((_|lodash)\.)?clone(Deep)?)$/

const isEmpty = (node: ts.Expression): boolean =>
  compiler.isObjectLiteralExpression(node) && node.properties.length === 0
