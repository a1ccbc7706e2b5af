import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { underFailure } from '../../../sites/answers/failure/failure.ts'
import { dressed, isOperation, nameOf, someNode } from '../../../sites/program/syntax/nodes.ts'
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

/** Whether a value is the status that an answer is made with, also with another in its stead: `error.status ?? 500`. */
export const isAnswered = (given: ts.Expression): boolean => {
  const node = dressed(given)
  const { parent } = node
  if (isOperation(parent, '??', '||')) return isAnswered(parent)
  if (compiler.isConditionalExpression(parent)) return parent.condition !== node && isAnswered(parent)
  if (compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent))
    return isStatusName(nameOf(parent.name)) && isArgument(parent.parent)
  if (compiler.isBinaryExpression(parent)) return parent.right === node && isStatusName(memberOf(parent.left))
  if (compiler.isNewExpression(parent)) return EXCEPTION.test(parent.expression.getText())
  if (!compiler.isCallExpression(parent) || !parent.arguments.includes(node)) return false
  const member = memberOf(parent.expression)
  return member === undefined ? isImportedFor(parent.expression) : ANSWERS.test(member)
}

/** Also what is given the body before it: `c.json(body, 422)`. */
const ANSWERS = /^(status|sendStatus|setStatus|writeHead|code|json|text)$/

const EXCEPTION = /(Http|HTTP)\w*(Exception|Error)$/

/** `setResponseStatus(event, 422)`, `throw error(422, …)`, `return fail(422)`: of a framework, and not the program's own. */
const isImportedFor = (callee: ts.Expression): boolean =>
  /^(setResponseStatus|createError|createHttpError|error|fail)$/.test(callee.getText()) &&
  new RegExp(`\\b${callee.getText()}\\b[^;'"]*from ['"](h3|http-errors|@sveltejs/kit)['"]`).test(
    callee.getSourceFile().text,
  )

const memberOf = (node: ts.Expression): string | undefined =>
  compiler.isPropertyAccessExpression(node) ? node.name.text : undefined

/** `Response.json(body, { status })`, and not `console.log({ status })`. */
const isArgument = (literal: ts.Expression): boolean => {
  const { parent } = dressed(literal)
  if (!compiler.isNewExpression(parent) && !compiler.isCallExpression(parent)) return false
  const made = parent.expression.getText()
  return compiler.isNewExpression(parent)
    ? /Response$/.test(made) || EXCEPTION.test(made)
    : /Response\.\w+$|^json$|\.json$|^createError$/.test(made)
}
