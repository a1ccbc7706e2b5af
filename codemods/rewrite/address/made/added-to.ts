import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { isOperation } from '../../../sites/program/syntax/nodes.ts'

/** Whether a variable is only added to (`url += …`, `url = `${url}?…``) before it is used once. */
export const isOnlyAddedTo = (trace: Trace, { name }: ts.VariableDeclaration, use: ts.Identifier): boolean =>
  compiler.isIdentifier(name) &&
  referencesOf(trace, name).every((one) => one === use || isAddedTo(one, name.text))

/** `url` on either side of `url += query`, `url = url + query`. */
export const isAddedTo = (one: ts.Node, name: string): boolean => {
  const { parent } = one
  if (isOperation(parent, '+=')) return parent.left === one
  const set = isOperation(parent, '=') && parent.left === one ? parent : compiler.findAncestor(one, isSet)
  return set !== undefined && set.left.getText() === name && isBegunBy(set.right, name)
}

const isSet = (node: ts.Node): node is ts.BinaryExpression => isOperation(node, '=')

const isBegunBy = (right: ts.Expression, name: string): boolean => {
  if (isOperation(right, '+')) return isBegunBy(right.left, name)
  if (compiler.isIdentifier(right)) return right.text === name
  const [first] = compiler.isTemplateExpression(right) && right.head.text === '' ? right.templateSpans : []
  return first !== undefined && isBegunBy(first.expression, name)
}
