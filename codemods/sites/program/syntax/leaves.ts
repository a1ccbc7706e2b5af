import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'

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
