import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { dressed } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** Whether anything is done with what a call answers, by the caller or by a callback. What is `void`, nobody reads. */
export const isAnswerUsed = ({ checker }: Trace, { top, sink }: Site): boolean => {
  if (top !== sink.call) return isUsed(top) && !isVoid(checker, top)
  return sink.unseen ?? (sink.texts ? sink.texts.length > 0 : isUsed(top))
}

/** Whether anything is done with an expression's value. */
export const isUsed = (node: ts.Expression): boolean => {
  let at: ts.Expression = dressed(node)
  for (;;) {
    const next = compiler.isAwaitExpression(at.parent) ? at.parent : settledBy(at)
    if (!next) break
    at = dressed(next)
  }
  return !compiler.isExpressionStatement(at.parent) && !compiler.isVoidExpression(at.parent)
}

/** `X.catch(…)` and `X.finally(…)`, which do not look at what X came to. */
const settledBy = (node: ts.Expression): ts.CallExpression | undefined => {
  const access = node.parent
  if (!compiler.isPropertyAccessExpression(access) || access.expression !== node) return undefined
  const isCall = compiler.isCallExpression(access.parent) && access.parent.expression === access
  return isCall && /^(catch|finally)$/.test(access.name.text)
    ? (access.parent as ts.CallExpression)
    : undefined
}

/** `request<void>('POST', '/pods/a/stop')` */
const isVoid = (checker: ts.TypeChecker, call: ts.Expression): boolean =>
  checker.getAwaitedType(checker.getTypeAtLocation(call))?.flags === compiler.TypeFlags.Void
