import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Call, Source, Trace, Tracing } from '../../program/frames/source.ts'
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

/** Libraries that run a callback until it is done, and give back what it gives, by what is called of them. */
const RUNNERS: Readonly<Record<string, RegExp>> = {
  'p-retry': /^(default|pRetry)$/,
  'async-retry': /^default$/,
  'exponential-backoff': /^backOff$/,
  'ts-retry-promise': /^retry$/,
}

/** Libraries that make something which does so: a function, or an object with a method for it. */
const MAKERS: Readonly<Record<string, RegExp | undefined>> = {
  'p-limit': undefined,
  'p-queue': /^add$/,
  bottleneck: /^schedule$/,
}

/** The callback that a library's call runs, and whose value the call gives. */
export const runByLibrary = (
  trace: Pick<Tracing, 'sources'>,
  call: ts.CallExpression,
): ts.Expression | undefined => {
  const given = call.arguments.find((one) => {
    const node = bare(one)
    return isFunctionValue(node)
  })
  if (!given) return undefined
  const isRun = trace.sources(call.expression, undefined).some(isRunner) || isMadeRunner(trace, call)
  return isRun ? given : undefined
}

const isRunner = ({ external }: Source): boolean =>
  external !== undefined &&
  Object.hasOwn(RUNNERS, external.module) &&
  RUNNERS[external.module]?.test(external.name) === true

const isMadeRunner = (trace: Pick<Tracing, 'sources'>, { expression }: ts.CallExpression): boolean => {
  const callee = bare(expression)
  const [owner, method] = compiler.isPropertyAccessExpression(callee)
    ? [callee.expression, callee.name.text]
    : [callee, undefined]
  return trace.sources(owner, undefined).some(({ node, scope }) => {
    if (!compiler.isCallExpression(node) && !compiler.isNewExpression(node)) return false
    const module = trace.sources(node.expression, undefined)[0]?.external?.module
    if (module === undefined || scope || !Object.hasOwn(MAKERS, module)) return false
    const wanted = MAKERS[module]
    return method === undefined ? wanted === undefined : wanted?.test(method) === true
  })
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
