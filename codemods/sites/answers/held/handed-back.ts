import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { runByLibrary } from '../../program/calls/runners.ts'
import type { Call, Trace } from '../../program/frames/source.ts'
import { callOf } from '../../program/names/closed-function.ts'
import { mentionsOf } from '../../program/names/names-used.ts'
import { bare, dressed, goesByPlace, isFunctionValue, returnsOf } from '../../program/syntax/nodes.ts'

/** A helper that is handed a callback to run: `withRetry(() => …)`. */
export interface Runs {
  /** The call that hands it over. */
  readonly call: ts.CallExpression
  /** The project's function that runs it; undefined for a library's, which gives back what the callback gives. */
  readonly helper: ts.SignatureDeclaration | undefined
  /** Where the helper runs it. */
  readonly calls: readonly ts.CallExpression[]
}

/** How a callback that is written in a call's arguments is run, where nothing else is done with it. */
export const runsOf = (trace: Trace, callback: ts.SignatureDeclaration): Runs | undefined => {
  if (!isFunctionValue(callback)) return undefined
  const given = dressed(callback)
  const call = given.parent
  if (!compiler.isCallExpression(call) || call.arguments.some(compiler.isSpreadElement)) return undefined
  const index = call.arguments.indexOf(given)
  if (index < 0) return undefined
  const targets = trace.targets(call, undefined)
  if (targets.length === 0)
    return runByLibrary(trace, call) === given ? { call, helper: undefined, calls: [] } : undefined
  const [target, ...others] = targets
  if (!target || others.length > 0 || !goesByPlace(target)) return undefined
  const helper = target.node as ts.SignatureDeclaration
  if ('asteriskToken' in helper && helper.asteriskToken) return undefined
  const calls = callsOfParameter(trace, helper.parameters[index])
  return calls && { call, helper, calls }
}

/** The calls of a parameter that is only called; undefined where more is done with it, or nothing. */
const callsOfParameter = (
  trace: Trace,
  parameter: ts.ParameterDeclaration | undefined,
): ts.CallExpression[] | undefined => {
  if (!parameter || parameter.dotDotDotToken || !compiler.isIdentifier(parameter.name)) return undefined
  const calls = mentionsOf(trace, parameter.name).map(callOf)
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined
}

/** Whether a function gives back nothing but this answer: what its callers do with it is then about this answer alone. */
export const returnsOnly = (callee: ts.SignatureDeclaration, node: ts.Node): boolean =>
  returnsOf(callee).every((value) => {
    const isThis = value.getStart() >= node.getStart() && value.getEnd() <= node.getEnd()
    const inner = bare(value)
    return isThis || inner.kind === compiler.SyntaxKind.NullKeyword || inner.getText() === 'undefined'
  })

/** `retry(() => …)`: what the helper gives back of this callback's answer, it gives to this call and no other. */
export const enter = (
  trace: Trace,
  entered: Map<ts.Node, Set<Call>>,
  callback: ts.SignatureDeclaration,
): void => {
  const call = callback.parent
  if (!compiler.isCallExpression(call) || call.expression === (callback as ts.Node)) return
  for (const { node } of trace.targets(call, undefined))
    entered.set(node, new Set([...(entered.get(node) ?? []), call]))
}
