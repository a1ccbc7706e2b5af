import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, functionAround, isInside } from '../../../sites/program/scope.ts'
import { declarationOf } from '../../../sites/program/symbol.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { caughtBy } from '../errors/caught-answers.ts'
import { questionsIn, type StatusQuestion } from './status-questions.ts'

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
