import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, functionAround, isInside } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { callsBehind } from './status-calls.ts'
import type { AskedStatus } from './status-handed.ts'
import { questionsIn } from './status-questions.ts'

/**
 * What is asked of the answers of calls that are waited for together, where a call is one of them:
 * `const [made, all] = await Promise.all([create(), list()])`, `answers.every((res) => res.status === 200)`.
 */
export const gatheredStatuses = (trace: Trace, call: ts.Node): readonly AskedStatus[] => {
  const gathering = gatheringOf(call)
  if (!gathering) return []
  return questionsIn({ trace, scope: undefined }, functionAround(gathering) ?? gathering.getSourceFile())
    .filter(({ of }) => {
      const behind = callsBehind(trace, of)
      if (behind.includes(gathering)) return isAmong(trace, of, gathering, call)
      return behind.length === 0 && isOfSeveral(trace, of)
    })
    .map((one) => ({ ...one, calls: [call] }))
}

const GATHERS = /^Promise\.(all|allSettled|any|race)$/

const gatheringOf = (call: ts.Node): ts.CallExpression | undefined => {
  for (let at = call; at.parent; at = at.parent) {
    const { parent } = at
    const isGathering = compiler.isCallExpression(parent) && parent.expression !== at
    if (isGathering && GATHERS.test(parent.expression.getText())) return parent
    if (compiler.isFunctionLike(at) && !compiler.isCallExpression(parent)) return undefined
  }
  return undefined
}

/** Whether a name of a pattern may stand for the answer of a call, by its place in the list. */
const isAmong = (
  trace: Trace,
  of: ts.Expression,
  { arguments: given }: ts.CallExpression,
  call: ts.Node,
): boolean => {
  const name = bare(of)
  const list = given[0] && bare(given[0])
  let taken = compiler.isIdentifier(name) ? declarationOf(trace, name) : undefined
  while (taken && compiler.isBindingElement(taken) && !compiler.isArrayBindingPattern(taken.parent))
    taken = taken.parent.parent
  if (!taken || !compiler.isBindingElement(taken) || !list || !compiler.isArrayLiteralExpression(list))
    return true
  const one = list.elements[(taken.parent as ts.ArrayBindingPattern).elements.indexOf(taken)]
  return !one || compiler.isSpreadElement(one) || isInside(call, one)
}

/** `all[0]`, `all.every((res) => …)`, `for (const res of all)` */
const isOfSeveral = (trace: Trace, of: ts.Expression): boolean => {
  const name = bare(of)
  const declared = compiler.isIdentifier(name) ? declarationOf(trace, name) : undefined
  if (!declared) return compiler.isElementAccessExpression(name)
  const function_ = functionAround(declared)
  if (compiler.isParameter(declared) || compiler.isBindingElement(declared))
    return function_ !== undefined && compiler.isCallExpression(function_.parent)
  return compiler.isForOfStatement(declared.parent.parent)
}
