import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, returnsOf, someNode } from './nodes.ts'

/** Whether nothing behind a statement runs after it. */
export const leaves = (statement: ts.Statement | undefined): boolean => {
  if (!statement) return false
  if (compiler.isBlock(statement)) return leaves(statement.statements.at(-1))
  if (compiler.isIfStatement(statement))
    return leaves(statement.thenStatement) && leaves(statement.elseStatement)
  if (compiler.isTryStatement(statement))
    return leaves(statement.tryBlock) && (!statement.catchClause || leaves(statement.catchClause.block))
  return compiler.isReturnStatement(statement) || compiler.isThrowStatement(statement)
}

/** Whether nothing behind a statement runs after it in its block: it leaves that, the function or the program. */
export const endsHere = (statement: ts.Statement | undefined): boolean => {
  const last = statement && compiler.isBlock(statement) ? statement.statements.at(-1) : statement
  if (!last) return false
  if (compiler.isContinueStatement(last) || compiler.isBreakStatement(last)) return true
  return leaves(last) || /^(process|Deno)\.exit\(/.test(last.getText())
}

/** Whether a function gives nothing to its caller, ever: it throws, or ends the program. */
export const neverReturns = (node: ts.Node): boolean => {
  if (!compiler.isFunctionLike(node) || !('body' in node) || !node.body) return false
  const body = node.body as ts.ConciseBody
  if (!compiler.isBlock(body)) return isRejection(body)
  const isBareReturn = (one: ts.Node): boolean => compiler.isReturnStatement(one) && !one.expression
  return (
    endsHere(body) &&
    !someNode(body, isBareReturn) &&
    returnsOf(node as ts.SignatureDeclaration).every(isRejection)
  )
}

/** `Promise.reject(error)` */
export const isRejection = (node: ts.Expression): boolean => {
  const call = bare(node)
  return compiler.isCallExpression(call) && call.expression.getText() === 'Promise.reject'
}
