import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type At, memberAt } from '../../../sites/body.ts'
import { mayLack } from '../../../sites/program/held/may-lack.ts'
import { outOfSight } from '../../../sites/program/held/out-of-sight.ts'
import { bare, isNothing, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { taken } from '../../../sites/program/ways/taken.ts'
import { frameFor, type Place } from '../../../sites/sink.ts'
import { payloadSources } from '../../../sites/site-texts.ts'
import type { Site } from '../../../sites/sites.ts'
import { stringified } from '../../../sites/texts/stringified.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { stepBack } from './document-steps.ts'

/** What of a request may come out otherwise when the program runs, and what decides it. */
export interface Unsure {
  readonly kind: 'left out' | 'another'
  readonly by: ts.Expression
}

const MOST_STEPS = 12

/**
 * What may leave out the body of a GraphQL request or its document, or send another in its place: the old API did nothing
 * without a document, where the call of v2 would be made.
 */
export const unsureOf = (trace: Trace, site: Site): Unsure | undefined => {
  const { body, graphql } = site.sink
  if (graphql) return unsureAt(trace, graphql.document, site)
  return (body && unsureAt(trace, body, site)) ?? unsureInPayload(trace, site, 'query')
}

/** The same of a member of what is sent. */
export const unsureInPayload = (trace: Trace, site: Site, name: string): Unsure | undefined =>
  firstOf(payloadSources(trace, site), ({ node, scope }) =>
    compiler.isExpression(node) ? unsureMember(trace, { node, scope }, name) : undefined,
  )

const unsureAt = (trace: Trace, place: Place, site: Site): Unsure | undefined => {
  const scope = frameFor(place, site.scope)
  if (place.kind === 'expression') return unsureIn(trace, { node: place.node, scope })
  if (mayLack(trace, place.object, place.name, scope)) return { kind: 'left out', by: place.object }
  const said = memberAt(trace, place.object, place.name, scope)
  return said && unsureIn(trace, said)
}

const unsureMember = (trace: Trace, { node: object, scope }: At, name: string): Unsure | undefined => {
  if (mayLack(trace, object, name, scope)) return { kind: 'left out', by: object }
  for (const { node, scope: inner } of trace.sources(object, scope)) {
    const laid = compiler.isObjectLiteralExpression(node)
      ? laidOver(trace, { node, scope: inner }, name)
      : undefined
    if (laid) return { kind: 'another', by: laid }
  }
  const said = memberAt(trace, object, name, scope)
  return said && unsureIn(trace, said)
}

/** What is spread over a member that a literal says, and may say another: `{ query, ...options }`. */
const laidOver = (
  trace: Trace,
  { node, scope }: At & { readonly node: ts.ObjectLiteralExpression },
  name: string,
): ts.Expression | undefined => {
  const last = node.properties.findLastIndex((one) => one.name && nameOf(one.name) === name)
  if (last < 0) return undefined
  const spreads = node.properties.slice(last + 1).filter(compiler.isSpreadAssignment)
  return spreads.find(
    ({ expression }) =>
      outOfSight(trace, expression, name, scope) ||
      (memberAt(trace, expression, name, scope) && mayLack(trace, expression, name, scope)),
  )?.expression
}

/** What chooses nothing, or something else, on the way to what an expression stands for. */
const unsureIn = (trace: Trace, { node: given, scope }: At, steps = 0): Unsure | undefined => {
  const node = bare(given)
  if (steps > MOST_STEPS) return undefined
  const next = (inner: ts.Expression): Unsure | undefined =>
    unsureIn(trace, { node: inner, scope }, steps + 1)
  if (compiler.isConditionalExpression(node)) {
    const { condition, whenTrue, whenFalse } = node
    const holds = taken(trace, condition, scope)
    if (holds !== undefined) return next(holds ? whenTrue : whenFalse)
    if (bare(condition).getText() === bare(whenTrue).getText()) return next(whenTrue)
    if ([whenTrue, whenFalse].some(isEmpty)) return { kind: 'left out', by: condition }
    return next(whenTrue) ?? next(whenFalse)
  }
  if (isOperation(node, '&&'))
    return taken(trace, node.left, scope) ? next(node.right) : { kind: 'left out', by: node.left }
  if (isOperation(node, '||', '??')) {
    const left = next(node.left)
    return left?.kind === 'left out' && !isEmpty(node.right) ? { ...left, kind: 'another' } : left
  }
  const inner = stringified(node)
  if (inner) return next(inner)
  const back = stepBack(trace, { node, scope })
  return back && unsureIn(trace, back, steps + 1)
}

const isEmpty = (given: ts.Expression): boolean => {
  const node = bare(given)
  return isNothing(node) || (compiler.isStringLiteralLike(node) && node.text === '')
}

const firstOf = <T, U>(all: readonly T[], ask: (one: T) => U | undefined): U | undefined => {
  for (const one of all) {
    const found = ask(one)
    if (found) return found
  }
  return undefined
}
