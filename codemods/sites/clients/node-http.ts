import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { bare, functionAround, isFunctionValue, nodesIn } from '../program/syntax/nodes.ts'
import { expression, given, member, type Sink } from '../sink.ts'
import type { Asked, AskedMember } from './asked.ts'
import { collectedTexts } from './collected.ts'
import { urlTakenApart } from './taken-apart-url.ts'

const MODULES = /^(node:)?https?$|^follow-redirects$/

/** `import { request } from 'node:https'`. */
export const nodeHttpDirect = ({ trace, call }: Asked, { external }: Source): Sink | undefined =>
  external && MODULES.test(external.module) && /^(request|get)$/.test(external.name)
    ? sinkOf(trace, call, external.name)
    : undefined

/** `https.request(options, callback)`, `https.get(url, callback)`. */
export const nodeHttpMember = ({ trace, call, name, owner }: AskedMember): Sink | undefined => {
  const { external } = owner
  if (!external || !MODULES.test(external.module) || !/^(request|get)$/.test(name)) return undefined
  return /^(default|\*|https?)$/.test(external.name) ? sinkOf(trace, call, name) : undefined
}

const sinkOf = (trace: Trace, call: ts.CallExpression, name: string): Sink => {
  const given_ = call.arguments.filter((one) => !isFunctionValue(one))
  const [first, second] = given_
  const options = first && hasMembers(trace, first) ? first : second
  const host = options && trace.members(options, 'hostname', undefined).length > 0 ? 'hostname' : 'host'
  const whole = options && options === first ? urlTakenApart(trace, options) : undefined
  const path = !whole && options === first ? member(options, 'path') : undefined
  const texts = collectedTexts(trace, call)
  const written = writtenTo(trace, call)
  const openEnd = written ? undefined : emptyEnd(trace, call)
  return {
    library: 'https',
    call,
    url: path ? (member(options, host) ?? expression(undefined)) : expression(whole ?? first),
    ...given('path', path),
    ...(options ? { options } : {}),
    method:
      name === 'get'
        ? { kind: 'fixed', method: 'GET' }
        : (member(options, 'method') ?? { kind: 'fixed', method: 'GET' }),
    ...given('body', written ? expression(written) : undefined),
    ...(openEnd ? { openEnd } : {}),
    serializes: false,
    answer: 'unknown',
    ...(texts ? { texts } : { unseen: true }),
  }
}

const hasMembers = (trace: Trace, node: ts.Expression): boolean =>
  trace.sources(node, undefined).some(({ node: made }) => compiler.isObjectLiteralExpression(made))

/** The one thing written to the request: `req.write(body)` or `req.end(body)`. */
const writtenTo = (trace: Trace, call: ts.CallExpression): ts.Expression | undefined => {
  const found = requestCalls(trace, call)
    .filter(({ method }) => /^(write|end)$/.test(method))
    .flatMap(({ node }) => node.arguments[0] ?? [])
  return found.length === 1 && found[0] ? bare(found[0]) : undefined
}

/** What ends a request to which nothing is written: `req.end()`, also right behind the call. */
const emptyEnd = (trace: Trace, call: ts.CallExpression): ts.CallExpression | undefined => {
  // Whoever has it else may write to it: `attach(req, note)`
  if (usesOf(trace, call).some((use) => !compiler.isPropertyAccessExpression(use.parent))) return undefined
  const calls = requestCalls(trace, call).filter(({ method }) => /^(write|end|pipe)$/.test(method))
  const [only, ...others] = calls.map(({ node }) => node)
  return only && others.length === 0 && calls[0]?.method === 'end' && only.arguments.length === 0
    ? only
    : undefined
}

interface MethodCall {
  readonly method: string
  readonly node: ts.CallExpression
}

/** The calls of a request's own methods, by the name it is kept under or behind the call that makes it. */
export const requestCalls = (trace: Trace, call: ts.CallExpression): MethodCall[] =>
  usesOf(trace, call).flatMap((use) => methodCall(use) ?? [])

const methodCall = (use: ts.Expression): MethodCall | undefined => {
  const { parent: access } = use
  if (!compiler.isPropertyAccessExpression(access) || access.expression !== use) return undefined
  const { parent: node } = access
  return compiler.isCallExpression(node) && node.expression === access
    ? { method: access.name.text, node }
    : undefined
}

/** Where a request is used, in the function that makes it. */
const usesOf = (trace: Trace, call: ts.CallExpression): ts.Expression[] => {
  const owner = call.parent
  const name =
    compiler.isVariableDeclaration(owner) && compiler.isIdentifier(owner.name) ? owner.name : undefined
  const symbol = name && trace.checker.getSymbolAtLocation(name)
  const around = functionAround(call) ?? call.getSourceFile()
  return symbol
    ? nodesIn(around, compiler.isIdentifier).filter(
        (one) =>
          one !== name && one.text === symbol.name && trace.checker.getSymbolAtLocation(one) === symbol,
      )
    : [call]
}
