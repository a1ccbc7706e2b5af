import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { endsHere, leaves } from '../../program/syntax/leaves.ts'
import { isOperation, someNode } from '../../program/syntax/nodes.ts'
import type { Trace } from '../../values/trace.ts'
import { isFailureCase, toldOf } from './told-failure.ts'

/** Whether an expression parses an answer's body: `await res.json()`, `JSON.parse(text)`. */
export const isParse = (node: ts.Node): boolean =>
  someNode(node, (one) => compiler.isCallExpression(one) && isParsing(one))

/** Whether a call is the parsing itself. */
export const isParsing = ({ expression: callee, arguments: given }: ts.CallExpression): boolean =>
  compiler.isPropertyAccessExpression(callee) &&
  (callee.name.text === 'json' ? given.length === 0 : callee.getText() === 'JSON.parse')

/**
 * Where a condition has told that the call failed: in its branch, behind one that nothing gets out of, in the `case` of a
 * status, or in what an error is made of.
 */
export const underFailure = (trace: Trace, node: ts.Node): boolean => {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    const { parent } = at
    if (isTold(trace, node, parent, at)) return true
    if (
      hasStatements(parent) &&
      parent.statements.some((one) => one.end <= at.pos && isPassed(trace, node, one))
    )
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

/** Where a condition has told that the call went well: what stands there never meets a refusal. */
export const underSuccess = (trace: Trace, node: ts.Node): boolean => {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    const { parent } = at
    const isBehind =
      hasStatements(parent) && parent.statements.some((one) => one.end <= at.pos && isGuard(trace, node, one))
    if (isBehind || isGood(trace, node, parent, at)) return true
  }
  return false
}

/** `if (!res.ok) throw …` */
const isGuard = (trace: Trace, node: ts.Node, statement: ts.Statement): boolean =>
  compiler.isIfStatement(statement) &&
  endsHere(statement.thenStatement) &&
  toldOf(trace, node, statement.expression).always

/** Whether a node is the branch of a condition that is taken only where the call went well. */
const isGood = (trace: Trace, node: ts.Node, parent: ts.Node, at: ts.Node): boolean => {
  if (compiler.isIfStatement(parent)) {
    if (parent.thenStatement === at) return toldOf(trace, node, parent.expression).never
    return parent.elseStatement === at && toldOf(trace, node, parent.expression).always
  }
  if (!compiler.isConditionalExpression(parent))
    return isBehindAnd(parent, at) && toldOf(trace, node, parent.left).never
  if (parent.whenTrue === at) return toldOf(trace, node, parent.condition).never
  return parent.whenFalse === at && toldOf(trace, node, parent.condition).always
}

/** Whether a node is the branch of a condition that is taken where the call failed. */
const isTold = (trace: Trace, node: ts.Node, parent: ts.Node, at: ts.Node): boolean => {
  if (compiler.isIfStatement(parent)) {
    if (parent.thenStatement === at) return toldOf(trace, node, parent.expression).holds
    return parent.elseStatement === at && toldOf(trace, node, parent.expression).fails
  }
  if (compiler.isConditionalExpression(parent)) {
    if (parent.whenTrue === at) return toldOf(trace, node, parent.condition).holds
    return parent.whenFalse === at && toldOf(trace, node, parent.condition).fails
  }
  if (compiler.isCaseClause(parent)) return parent.expression !== at && isFailureCase(trace, node, parent)
  return isBehindAnd(parent, at) && toldOf(trace, node, parent.left).holds
}

/** `res.ok && (await res.json())` */
const isBehindAnd = (parent: ts.Node, at: ts.Node): parent is ts.BinaryExpression =>
  isOperation(parent, '&&') && parent.right === at

/** Whether a node holds statements one after another. */
export const hasStatements = (node: ts.Node): node is ts.Block | ts.SourceFile | ts.CaseOrDefaultClause =>
  compiler.isBlock(node) || compiler.isSourceFile(node) || compiler.isCaseOrDefaultClause(node)

/** `if (res.ok) { … }` that nothing gets out of: what comes behind it is of a call that failed. */
const isPassed = (trace: Trace, node: ts.Node, statement: ts.Statement): boolean =>
  compiler.isIfStatement(statement) &&
  !statement.elseStatement &&
  leaves(statement.thenStatement) &&
  toldOf(trace, node, statement.expression).fails
