import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isNothing } from '../program/syntax/nodes.ts'

/** `JSON.stringify(x)` -> x; not with a replacer, which knows the members of x by their old names. */
export const stringified = (node: ts.Node): ts.Expression | undefined => {
  if (!compiler.isCallExpression(node) || node.expression.getText() !== 'JSON.stringify') return undefined
  const [value, replacer] = node.arguments
  return !replacer || isNothing(replacer) ? value : undefined
}
