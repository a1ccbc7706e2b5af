import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isOperation } from '../../../sites/program/syntax/nodes.ts'
import { asksForSlash } from '../../../sites/texts/cut.ts'

/** `if (!path.startsWith('/')) path = `/${path}``: of any word, the helper makes the same path. */
export const isPutRight = (use: ts.Node): boolean => {
  const around = compiler.findAncestor(use, compiler.isIfStatement)
  if (!around || !asksForSlash(around.expression, use.getText())) return false
  const { thenStatement: then, elseStatement } = around
  const [only, ...others] = compiler.isBlock(then) ? then.statements : [then]
  const set = only && compiler.isExpressionStatement(only) ? only.expression : undefined
  const isOnly = set !== undefined && others.length === 0 && !elseStatement
  return isOnly && isOperation(set, '=') && set.left.getText() === use.getText()
}
