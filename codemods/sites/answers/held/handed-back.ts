import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { runByLibrary } from '../../program/calls/runners.ts'
import type { Call, Trace } from '../../program/frames/source.ts'
import { callOf, placesOfClosed } from '../../program/names/closed-function.ts'
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
export const runsOf = (trace: Trace, callback: ts.SignatureDeclaration): Runs | undefined =>
  isFunctionValue(callback) ? runsAt(trace, dressed(callback)) : undefined

/** The ways in which a function is run. */
export interface Ways {
  readonly calls: readonly ts.CallExpression[]
  readonly runs: readonly Runs[]
}

/**
 * How a function that has a name is run, where every place that says it calls it, or hands it to a helper that does nothing
 * but run it: `retry(load)`.
 */
export const waysOf = (trace: Trace, callee: ts.SignatureDeclaration): Ways | undefined => {
  const places = placesOfClosed(trace, callee) ?? []
  const calls = places.flatMap((place) => callOf(place) ?? [])
  const runs = places.flatMap((place) => runsAt(trace, boundAt(place)) ?? [])
  return places.length > 0 && calls.length + runs.length === places.length ? { calls, runs } : undefined
}

/** `this.load.bind(this)`, which is handed over for `this.load`. */
const boundAt = (place: ts.Expression): ts.Expression => {
  const { parent } = place
  const isBind = compiler.isPropertyAccessExpression(parent) && parent.name.text === 'bind'
  return dressed(isBind && compiler.isCallExpression(parent.parent) ? parent.parent : place)
}

/** How a call runs what it is given at a place, where that does nothing else with it. */
const runsAt = (trace: Trace, given: ts.Expression): Runs | undefined => {
  const call = given.parent
  if (!compiler.isCallExpression(call) || call.arguments.some(compiler.isSpreadElement)) return undefined
  const index = call.arguments.indexOf(given)
  if (index < 0) return undefined
  if (runByLibrary(trace, call) === given) return { call, helper: undefined, calls: [] }
  const [target, ...others] = trace.targets(call, undefined)
  if (!target || others.length > 0 || !goesByPlace(target)) return undefined
  const helper = target.node as ts.SignatureDeclaration
  if ('asteriskToken' in helper && helper.asteriskToken) return undefined
  const calls = callsOfParameter(trace, helper, index)
  return calls && { call, helper, calls }
}

/** The calls of a parameter that is only called; undefined where more is done with it, or nothing. */
const callsOfParameter = (
  trace: Trace,
  helper: ts.SignatureDeclaration,
  index: number,
): ts.CallExpression[] | undefined => {
  const parameter = helper.parameters[index]
  if (!parameter || parameter.dotDotDotToken || !compiler.isIdentifier(parameter.name)) return undefined
  const calls = mentionsOf(trace, parameter.name).map(
    (one) => callOf(one) ?? againWith(trace, helper, index, one),
  )
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined
}

/** `retry(times - 1, run)` within the helper itself, which gives what it gives. */
const againWith = (
  trace: Trace,
  helper: ts.SignatureDeclaration,
  index: number,
  name: ts.Identifier,
): ts.CallExpression | undefined => {
  const { parent: call } = name
  const isAtPlace = compiler.isCallExpression(call) && call.arguments.indexOf(name) === index
  const targets = isAtPlace ? trace.targets(call, undefined) : []
  return isAtPlace && targets.length === 1 && targets[0]?.node === helper ? call : undefined
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
  const given = isFunctionValue(callback) ? [dressed(callback)] : []
  const places = [...given, ...(placesOfClosed(trace, callback) ?? []).map(boundAt)]
  for (const place of places) {
    const call = place.parent
    if (!compiler.isCallExpression(call) || call.expression === place) continue
    for (const { node } of trace.targets(call, undefined))
      entered.set(node, new Set([...(entered.get(node) ?? []), call]))
  }
}
