import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Asking } from '../frames/source.ts'
import { leaves } from '../syntax/leaves.ts'
import { bare, isOperation, returnsOf } from '../syntax/nodes.ts'
import { isClauseTaken, taken } from './taken.ts'

/** Whether a call comes to a node of its function, as far as the conditions around that tell. */
export const mayGetTo = (t: Asking, node: ts.Node, scope: Scope | undefined): boolean => {
  for (let at = node; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const asked = conditionOf(at)
    const holds = asked && taken(t, asked.condition, scope)
    if (holds !== undefined && holds !== asked?.value) return false
    if (compiler.isCaseOrDefaultClause(at) && isClauseTaken(t, at, scope) === false) return false
    if (before(at).some((one) => isLeftBy(t, one, scope))) return false
  }
  return true
}

/** What a function may give for one call of it: `case 'pods': return '/pods'`, called with that. */
export const returnsTo = (
  t: Asking,
  callee: ts.SignatureDeclaration,
  scope: Scope | undefined,
): readonly ts.Expression[] => {
  const all = returnsOf(callee)
  return all.length > 1 && scope ? all.filter((one) => mayGetTo(t, one, scope)) : all
}

const before = (node: ts.Node): readonly ts.Statement[] => {
  const { parent } = node
  if (!compiler.isBlock(parent) && !compiler.isCaseOrDefaultClause(parent)) return []
  return parent.statements.slice(0, parent.statements.indexOf(node as ts.Statement))
}

/** Whether the function is left by a statement: `if (kind === 'gql') return …`, `switch (kind) { case 'gql': return … }`. */
const isLeftBy = (t: Asking, statement: ts.Statement, scope: Scope | undefined): boolean => {
  if (compiler.isIfStatement(statement))
    return leaves(statement.thenStatement) && taken(t, statement.expression, scope) === true
  return (
    compiler.isSwitchStatement(statement) &&
    statement.caseBlock.clauses.some(
      (one) => leaves(one.statements.at(-1)) && isClauseTaken(t, one, scope) === true,
    )
  )
}

/** The condition on which a node is come to, and what that has to be. */
const conditionOf = (node: ts.Node): { condition: ts.Expression; value: boolean } | undefined => {
  const { parent } = node
  if (compiler.isConditionalExpression(parent) && parent.condition !== node)
    return { condition: parent.condition, value: parent.whenTrue === node }
  if (compiler.isIfStatement(parent) && parent.expression !== node)
    return { condition: parent.expression, value: parent.thenStatement === node }
  if (isOperation(parent, '&&', '||') && parent.right === node)
    return { condition: bare(parent.left), value: isOperation(parent, '&&') }
  return undefined
}
