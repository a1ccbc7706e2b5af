import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isOperation } from '../../../sites/program/syntax/nodes.ts'

/** Whether a node is reached only where a condition that says such words holds: `if (error instanceof Error) …`. */
export const isUnder = (node: ts.Node, words: RegExp): boolean => {
  for (let at = node; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    const asked =
      (compiler.isConditionalExpression(parent) && parent.whenTrue === at && parent.condition) ||
      (compiler.isIfStatement(parent) && parent.thenStatement === at && parent.expression) ||
      (isOperation(parent, '&&') && parent.right === at && parent.left)
    if (asked && words.test(asked.getText())) return true
  }
  return false
}
