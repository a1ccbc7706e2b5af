import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'

/** Whether an expression parses an answer's body. */
export const isParse = (node: ts.Node): boolean => /\.json\(\)|JSON\.parse\(/.test(node.getText())

/**
 * Inside `if (!res.ok) { … }` or a comparison of the status, behind an `if (res.ok) { … }` that nothing gets out of, or
 * in what an error is made of.
 */
export const underFailure = (node: ts.Node): boolean => {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    const { parent } = at
    if (compiler.isIfStatement(parent) && parent.thenStatement === at)
      if (FAILED.test(parent.expression.getText())) return true
    if (compiler.isBlock(parent) && parent.statements.some((one) => one.end <= at.pos && isPassed(one)))
      return true
    if (
      compiler.isNewExpression(parent) &&
      parent.expression !== at &&
      /Error$/.test(parent.expression.getText())
    )
      return true
  }
  return false
}

const FAILED = /!\s*\w+\.ok\b|\.status\b|\bstatusCode\s*(!==?|>=?)\s*\d/

const isPassed = (statement: ts.Statement): boolean =>
  compiler.isIfStatement(statement) &&
  !statement.elseStatement &&
  /^\w+\.ok$/.test(statement.expression.getText()) &&
  leaves(statement.thenStatement)

/** Whether nothing behind a statement runs after it. */
const leaves = (statement: ts.Statement | undefined): boolean => {
  if (!statement) return false
  if (compiler.isBlock(statement)) return leaves(statement.statements.at(-1))
  if (compiler.isIfStatement(statement))
    return leaves(statement.thenStatement) && leaves(statement.elseStatement)
  if (compiler.isTryStatement(statement))
    return leaves(statement.tryBlock) && (!statement.catchClause || leaves(statement.catchClause.block))
  return compiler.isReturnStatement(statement) || compiler.isThrowStatement(statement)
}
