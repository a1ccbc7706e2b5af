import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { bare, dressed } from '../program/syntax/nodes.ts'

/** A member that is read of something that emits events, and the call of it. */
interface Step {
  readonly name: string
  readonly call?: ts.CallExpression
}

/** `res.on('data', …)`, `res.statusCode` */
export const stepOn = (use: ts.Expression): Step | undefined => {
  const outer = dressed(use)
  const { parent } = outer
  if (!compiler.isPropertyAccessExpression(parent) || parent.expression !== outer) return undefined
  const called = dressed(parent).parent
  const isCalled = compiler.isCallExpression(called) && called.expression === dressed(parent)
  return { name: parent.name.text, ...(isCalled ? { call: called } : {}) }
}

/** The event that a call listens for, however it is named, and what is run then. */
export const listening = (
  trace: Trace,
  name: string,
  call: ts.CallExpression,
): { readonly event: string; readonly handler: ts.Expression } | undefined => {
  const [event, handler] = call.arguments
  if (!/^(on|once|addListener|prependListener)$/.test(name) || !event || !handler) return undefined
  const [only, ...others] = trace.sources(event, undefined)
  const isKnown = only !== undefined && others.length === 0 && compiler.isStringLiteralLike(only.node)
  return isKnown ? { event: (only.node as ts.StringLiteralLike).text, handler } : undefined
}

/** Members of a request that do nothing with the answer. */
const PLAIN =
  /^(write|end|destroy|destroyed|abort|setTimeout|setHeader|removeHeader|flushHeaders|setNoDelay|setSocketKeepAlive)$/

/**
 * What listens for the response of a request: `req.once('response', (res) => …)`.
 * @returns undefined where something that nobody can see into is given the request, and may listen
 */
export const listenersOf = (trace: Trace, call: ts.CallExpression): readonly ts.Expression[] | undefined => {
  const outer = dressed(call)
  const { parent } = outer
  const isNamed = compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
  const uses = isNamed ? mentionsOf(trace, parent.name as ts.Identifier) : [outer]
  const found = uses.map((use) => listenersAt(trace, use))
  return found.includes(undefined) ? undefined : found.flatMap((one) => one ?? [])
}

const listenersAt = (trace: Trace, use: ts.Expression): readonly ts.Expression[] | undefined => {
  const step = stepOn(use)
  if (!step) return compiler.isExpressionStatement(dressed(use).parent) ? [] : undefined
  if (PLAIN.test(step.name)) return []
  const heard = step.call && listening(trace, step.name, step.call)
  const more = step.call && heard && listenersAt(trace, step.call)
  return more && [...(heard?.event === 'response' ? [bare(heard.handler)] : []), ...more]
}
