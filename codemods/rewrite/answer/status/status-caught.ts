import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, functionAround, isInside, nameOf, nodesIn } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { caughtBy } from '../errors/caught-answers.ts'
import { questionsIn, type StatusQuestion } from './status-questions.ts'
import { isStatusName, statusOwner } from './status-values.ts'

const MOST_LEVELS = 3

/**
 * Whether whoever calls the function that a call is made in asks a status of what was thrown there:
 * `try { await client.create(…) } catch (error) { if (error.status === 400) … }`, `main().catch((error) => …)`.
 */
export const isAskedWhereCaught = (
  trace: Trace,
  call: ts.Node,
  asks: (question: StatusQuestion) => boolean,
  level = 0,
): boolean => {
  const maker = functionAround(call)
  if (!maker || level === MOST_LEVELS) return false
  return trace.callers(maker).some((outer) => {
    const place = functionAround(outer) ?? outer.getSourceFile()
    const asked = questionsIn({ trace, scope: undefined }, place)
    return (
      asked.some((one) => asks(one) && isCaughtOf(trace, one.of, outer)) ||
      isAskedWhereCaught(trace, outer, asks, level + 1)
    )
  })
}

/**
 * Whether the project's own error that is made with the status asks for it itself: `this.status === 400` in the class of
 * `throw new ApiError(res.status, body)`.
 */
export const isAskedInError = (
  trace: Trace,
  place: ts.Node,
  asks: (question: StatusQuestion) => boolean,
): boolean =>
  nodesIn(place, compiler.isNewExpression)
    .filter(({ arguments: given }) => given?.some((one) => holdsStatus(trace, one)))
    .flatMap((made) => trace.targets(made, undefined))
    .some(({ node: { parent: maker } }) =>
      questionsIn({ trace, scope: undefined }, maker).some(
        (one) => one.of.kind === compiler.SyntaxKind.ThisKeyword && asks(one),
      ),
    )

/** `res.status`, `{ status: res.status, body }` */
const holdsStatus = (trace: Trace, given: ts.Expression): boolean => {
  const node = bare(given)
  if (!compiler.isObjectLiteralExpression(node)) return statusOwner(trace, node) !== undefined
  return node.properties.some((one) =>
    compiler.isPropertyAssignment(one)
      ? statusOwner(trace, one.initializer) !== undefined
      : isStatusName(nameOf(one.name)),
  )
}

/** Whether an expression is, or is read of, what was caught of a call. */
const isCaughtOf = (trace: Trace, given: ts.Expression, call: ts.Node): boolean => {
  const node = bare(given)
  if (compiler.isPropertyAccessExpression(node)) return isCaughtOf(trace, node.expression, call)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  const place = declared?.parent
  if (!place) return false
  const tried = compiler.isCatchClause(place) ? place.parent.tryBlock : caughtBy(place)
  return tried !== undefined && isInside(call, tried)
}
