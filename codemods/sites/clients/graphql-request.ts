import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { bare } from '../program/syntax/nodes.ts'
import { type Answer, expression, type GraphqlRoles, given, member, type Place, type Sink } from '../sink.ts'
import type { Asked, AskedMember } from './asked.ts'

const MODULES = /^(@?graphql-request(\/.*)?|@graphql-request\/.*)$/

/** `request(url, document, variables, headers)`, `request({ url, document, variables, requestHeaders })`. */
export const graphqlDirect = ({ trace, call }: Asked, { external }: Source): Sink | undefined => {
  if (!external || !MODULES.test(external.module)) return undefined
  const [first, ...rest] = call.arguments
  if (external.name === 'batchRequests') return batch(call, placeOf(first))
  if (!/^(request|rawRequest|default)$/.test(external.name) || hasSpread(call)) return undefined
  const answer = external.name === 'rawRequest' ? 'raw' : 'data'
  if (first && isOptions(trace, first))
    return withOptions(
      sinkOf(call, answer, member(first, 'url'), ofOptions(first), [member(first, 'requestHeaders')]),
      [{ node: first, scope: undefined }],
    )
  const [document, variables, headers] = rest
  return sinkOf(call, answer, placeOf(first), [placeOf(document), placeOf(variables)], [placeOf(headers)])
}

/** `new GraphQLClient(url, { headers }).request(document, variables, headers)`. */
export const graphqlMember = ({ trace, call, callee, name, owner }: AskedMember): Sink | undefined => {
  if (!/^(request|rawRequest|batchRequests)$/.test(name) || hasSpread(call)) return undefined
  const { node: made, scope } = owner
  if (!compiler.isNewExpression(made) || !isClient(trace, made.expression)) return undefined
  const [url, config] = made.arguments ?? []
  const within = (place: Place | undefined): Place | undefined =>
    place && (scope ? { ...place, made: scope } : place)
  if (name === 'batchRequests') return batch(call, within(placeOf(url)))
  const headers = [within(member(config, 'headers')), ...headersSetOn(trace, callee.expression).map(placeOf)]
  const [first, variables, ownHeaders] = call.arguments
  const answer = config && isForgiving(trace, config) ? 'unknown' : name === 'rawRequest' ? 'raw' : 'data'
  const isWhole = first !== undefined && isOptions(trace, first)
  const roles = isWhole ? ofOptions(first) : [placeOf(first), placeOf(variables)]
  const own = isWhole ? member(first, 'requestHeaders') : placeOf(ownHeaders)
  const sink = withOptions(sinkOf(call, answer, within(placeOf(url)), roles, [own, ...headers]), [
    ...(isWhole ? [{ node: first, scope: undefined }] : []),
    ...(config ? [{ node: config, scope }] : []),
  ])
  return isMadeAlike(trace, callee.expression) ? sink : { ...sink, listed: 'makers' }
}

/** `batchRequests([{ document }])`: several documents in one request. */
const batch = (call: ts.CallExpression, url: Place | undefined): Sink => ({
  ...sinkOf(call, 'unknown', url, [], []),
  listed: 'batch',
})

/** Whether all the places that set a client say the same: one with another key is another client. */
const isMadeAlike = (trace: Trace, client: ts.Expression): boolean => {
  const made = trace.sources(client, undefined).map(({ node }) => node)
  return new Set(made.filter(compiler.isNewExpression).map((node) => node.getText())).size <= 1
}

/** `errorPolicy: 'all'`: what was refused is not thrown. */
const isForgiving = (trace: Trace, config: ts.Expression): boolean =>
  trace.members(config, 'errorPolicy', undefined).length > 0

const hasSpread = (call: ts.CallExpression): boolean => call.arguments.some(compiler.isSpreadElement)

const placeOf = (node: ts.Expression | undefined): Place | undefined => (node ? expression(node) : undefined)

const isClient = (trace: Trace, node: ts.Expression): boolean =>
  trace
    .sources(node, undefined)
    .some(({ external }) => external?.name === 'GraphQLClient' && MODULES.test(external.module))

const isOptions = (trace: Trace, node: ts.Expression): boolean =>
  trace
    .sources(node, undefined)
    .some(
      ({ node: made }) =>
        compiler.isObjectLiteralExpression(made) && trace.members(node, 'document', undefined).length > 0,
    )

const ofOptions = (node: ts.Expression): [Place | undefined, Place | undefined] => [
  member(node, 'document'),
  member(node, 'variables'),
]

/** `client.setHeader('authorization', value)` and `client.setHeaders(headers)`, on the same name in the same file. */
const headersSetOn = (trace: Trace, client: ts.Expression): ts.Expression[] => {
  const name = bare(client)
  const symbol = trace.checker.getSymbolAtLocation(
    compiler.isPropertyAccessExpression(name) ? name.name : name,
  )
  const found: ts.Expression[] = []
  const file = name.getSourceFile()
  if (!symbol || !file.text.includes('.setHeader')) return found
  const visit = (node: ts.Node): void => {
    const headers = compiler.isCallExpression(node) ? setOn(trace, node, symbol) : undefined
    if (headers) found.push(headers)
    compiler.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const setOn = (trace: Trace, node: ts.CallExpression, symbol: ts.Symbol): ts.Expression | undefined => {
  const { expression: callee } = node
  if (!compiler.isPropertyAccessExpression(callee) || !/^setHeaders?$/.test(callee.name.text))
    return undefined
  const on = bare(callee.expression)
  const named = compiler.isPropertyAccessExpression(on) ? on.name : on
  if (trace.checker.getSymbolAtLocation(named) !== symbol) return undefined
  const [first, value] = node.arguments
  if (callee.name.text === 'setHeaders') return first
  return first && compiler.isStringLiteralLike(first) && /^authorization$/i.test(first.text)
    ? value
    : undefined
}

const withOptions = (sink: Sink, options: NonNullable<GraphqlRoles['options']>): Sink =>
  sink.graphql ? { ...sink, graphql: { ...sink.graphql, options } } : sink

const sinkOf = (
  call: ts.CallExpression,
  answer: Answer,
  url: Place | undefined,
  [document, variables]: readonly (Place | undefined)[],
  headers: readonly (Place | undefined)[],
): Sink => ({
  library: 'graphql-request',
  call,
  url: url ?? expression(undefined),
  method: { kind: 'fixed', method: 'POST' },
  graphql: {
    document: document ?? expression(undefined),
    ...given('variables', variables),
    headers: headers.filter((one) => one !== undefined),
  },
  serializes: true,
  answer,
})
