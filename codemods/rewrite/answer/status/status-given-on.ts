import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { underFailure } from '../../../sites/answers/failure/failure.ts'
import { dressed, nameOf, someNode } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { callsBehind } from './status-calls.ts'
import { isStatusName, statusOwner } from './status-values.ts'

/**
 * Whether a program answers its own callers with the status of a call that went well: `reply.status(upstream.status)`,
 * and not `error.status = res.status` where it failed.
 */
export const givesOn = (trace: Trace, place: ts.Node, call: ts.Node): boolean =>
  someNode(place, (node) => {
    if (!compiler.isExpression(node) || !isAnswered(node)) return false
    const owner = statusOwner(trace, node)
    return owner !== undefined && callsBehind(trace, owner).includes(call) && !underFailure(trace, node)
  })

/** Whether a value is the status that an answer is made with. */
const isAnswered = (given: ts.Expression): boolean => {
  const node = dressed(given)
  const { parent } = node
  if (compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent))
    return isStatusName(nameOf(parent.name)) && isArgument(parent.parent)
  if (compiler.isBinaryExpression(parent)) return parent.right === node && isStatusName(memberOf(parent.left))
  return (
    compiler.isCallExpression(parent) &&
    parent.arguments.includes(node) &&
    ANSWERS.test(memberOf(parent.expression) ?? '')
  )
}

const ANSWERS = /^(status|sendStatus|setStatus|writeHead|code)$/

const memberOf = (node: ts.Expression): string | undefined =>
  compiler.isPropertyAccessExpression(node) ? node.name.text : undefined

/** `Response.json(body, { status })`, and not `console.log({ status })`. */
const isArgument = (literal: ts.Expression): boolean => {
  const { parent } = dressed(literal)
  if (compiler.isNewExpression(parent)) return /Response$/.test(parent.expression.getText())
  return (
    compiler.isCallExpression(parent) && /Response\.\w+$|^json$|\.json$/.test(parent.expression.getText())
  )
}
