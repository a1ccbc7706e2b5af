import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Asking } from '../frames/source.ts'
import { leaves } from '../syntax/leaves.ts'
import { bare, isOperation } from '../syntax/nodes.ts'
import { taken } from './taken.ts'

/** Whether a call comes to a node of its function, as far as the conditions around that tell. */
export const mayGetTo = (t: Asking, node: ts.Node, scope: Scope | undefined): boolean => {
  for (let at = node; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const asked = conditionOf(at)
    const holds = asked && taken(t, asked.condition, scope)
    if (holds !== undefined && holds !== asked?.value) return false
    if (leavesBefore(at).some((condition) => taken(t, condition, scope))) return false
  }
  return true
}

/** The conditions on which the function is left before a statement: `if (kind === 'gql') return …`. */
const leavesBefore = (node: ts.Node): readonly ts.Expression[] => {
  const { parent } = node
  if (!compiler.isBlock(parent)) return []
  const before = parent.statements.slice(0, parent.statements.indexOf(node as ts.Statement))
  return before.flatMap((one) =>
    compiler.isIfStatement(one) && leaves(one.thenStatement) ? [one.expression] : [],
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
