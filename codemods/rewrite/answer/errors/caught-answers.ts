import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { madeAs } from '../../../sites/program/names/symbol.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { bare, functionAround, isInside } from '../../../sites/program/syntax/nodes.ts'
import { callsOf } from '../../../sites/site-calls.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { caughtOf, errorTakers } from './error-handlers.ts'
import { thrownParsed } from './thrown-parsed.ts'
import { isUnder } from './under-condition.ts'

/**
 * Whether a member is read of the body that ofetch keeps of a failed call: `error.data.message`, of which `owner` is `error.data`,
 * or shows to `onResponseError`, by whatever name: `response._data`. Or of the body itself, where that is thrown.
 */
export const isOfCaughtBody = (trace: Trace, node: ts.Node, owner: string, site: Site): boolean => {
  if (/^\w+$/.test(owner) && thrownParsed(trace, site).some(({ isOwn }) => !isOwn))
    return !isOfClass(node, owner) && isCaughtFrom(trace, node, owner, site)
  if (site.sink.library !== 'ofetch') return false
  if (/\._data[!?]*$/.test(owner) && site.sink.failed?.some((one) => isInside(node, one))) return true
  const [, name] = /^(\w+)[!?]*\.(?:data|response[!?]*\._data)[!?]*$/.exec(owner) ?? []
  return name !== undefined && isCaughtFrom(trace, node, name, site)
}

/** `error instanceof Error ? error.message : …`: a body is made by no class. */
const isOfClass = (node: ts.Node, name: string): boolean =>
  isUnder(node, new RegExp(`\\b${name} instanceof\\b`))

/**
 * Whether a parsing is that of the answer which ky keeps of a failed call (`await error.response.json()`, or its text), or
 * which the program has thrown: `await error.json()`, `await error.cause.json()`.
 */
export const isOfCaughtAnswer = (trace: Trace, parsing: ts.Node, site: Site): boolean => {
  const said =
    /\b(\w+)[!?]*(?:\.(?:response|cause)[!?]*)?(?:\.clone\(\))?\.(?:json(?:<[^>]*>)?|text)\(\)/.exec(
      flatText(parsedIn(trace, parsing)),
    )
  const name = said?.[1]
  return name !== undefined && isCaughtFrom(trace, parsing, name, site)
}

/** `await error.response.text()` of `JSON.parse(text)`. */
const parsedIn = (trace: Trace, parsing: ts.Node): ts.Node => {
  const isText = compiler.isCallExpression(parsing) && parsing.expression.getText() === 'JSON.parse'
  const [text] = isText ? parsing.arguments : []
  return text ? madeAs(trace, text) : parsing
}

/** Whether a name is that of an error which the call, or a helper's call on its way, was refused with. */
const isCaughtFrom = (trace: Trace, node: ts.Node, name: string, site: Site): boolean => {
  const calls = [...callsOf(site), ...callsOutside(trace, site.top)]
  const caught = caughtOf(trace, site).map(({ place }) => place)
  const takers = new Set<ts.Node>([...caught, ...errorTakers(trace, site), ...(site.sink.failed ?? [])])
  for (let at = node; at.parent; at = at.parent) {
    if (takers.has(at) && compiler.isFunctionLike(at) && at.parameters.some((one) => isNamed(one.name, name)))
      return true
    const tried =
      compiler.isCatchClause(at) && isNamed(at.variableDeclaration?.name, name) && at.parent.tryBlock
    const asked = compiler.isFunctionLike(at) && isNamed(at.parameters[0]?.name, name) && caughtBy(at)
    const from = tried || asked
    if (from) return calls.some((call) => isInside(call, from))
  }
  return false
}

const MOST_LEVELS = 3

/** The calls of the functions around a call, from where what it throws goes on: `main().catch(…)`. */
export const callsOutside = (trace: Trace, call: ts.Node, level = 0): readonly ts.Node[] => {
  const maker = functionAround(call)
  if (!maker || level === MOST_LEVELS) return []
  return trace.callers(maker).flatMap((outer) => [outer, ...callsOutside(trace, outer, level + 1)])
}

/** What a callback catches the error of: `X.catch((error) => …)`, `X.then(done, (error) => …)`, `X.pipe(catchError((error) => …))`. */
export const caughtBy = (callback: ts.Node): ts.Expression | undefined => {
  const call = callback.parent
  if (!compiler.isCallExpression(call)) return undefined
  if (call.expression.getText() === 'catchError') return pipedTo(call)
  if (!compiler.isPropertyAccessExpression(call.expression)) return undefined
  const { name, expression } = call.expression
  const place = name.text === 'catch' ? 0 : name.text === 'then' ? 1 : -1
  return call.arguments[place] === callback ? expression : undefined
}

/** `X` of `X.pipe(catchError(…))`, as rxjs has it. */
const pipedTo = ({ parent }: ts.CallExpression): ts.Expression | undefined =>
  compiler.isCallExpression(parent) &&
  compiler.isPropertyAccessExpression(parent.expression) &&
  parent.expression.name.text === 'pipe'
    ? parent.expression.expression
    : undefined

const isNamed = (found: ts.BindingName | undefined, name: string): boolean =>
  found !== undefined && compiler.isIdentifier(bare(found as ts.Expression)) && found.getText() === name
