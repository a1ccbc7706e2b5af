import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { symbolBehind } from '../program/names/symbol.ts'
import { nameOf } from '../program/syntax/nodes.ts'
import { expression, given, member, type Sink } from '../sink.ts'
import type { Asked, AskedChosen, AskedMember } from './asked.ts'
import { middlewareOf } from './hooks.ts'
import { meddles } from './request-hooks.ts'

/** `createClient<paths>({ baseUrl }).GET('/pods/{podId}', { params: { path: { podId } } })`, `api.GET` of `api = { GET }`. */
export const openapiMember = (asked: AskedMember): Sink | undefined => {
  const { trace, call, callee, name, owner } = asked
  if (!VERB.test(name)) return undefined
  const made = madeBy(trace, owner.node)
  if (made) return sinkOf(trace, { call, name, made, client: callee.expression })
  const [kept] = trace.sources(callee, undefined)
  return kept && openapiDirect(asked, kept)
}

/** `client[verb]('/pods/{podId}', { params: { path: { podId } } })`. */
export const openapiChosen = ({ trace, call, client, verb, owner }: AskedChosen): Sink | undefined => {
  const made = madeBy(trace, owner.node)
  if (!made) return undefined
  const sink = { ...sinkOf(trace, { call, name: 'GET', made, client }), method: expression(verb) }
  return { ...sink, withVerb: () => sink }
}

/** `GET('/pods')` of `const { GET } = createClient<paths>({ baseUrl })`. */
export const openapiDirect = ({ trace, call }: Asked, { node }: Source): Sink | undefined => {
  const taken = compiler.isIdentifier(node) ? symbolBehind(trace, node)?.valueDeclaration : undefined
  if (!taken || !compiler.isBindingElement(taken) || taken.initializer) return undefined
  const { parent: pattern } = taken
  const name = compiler.isObjectBindingPattern(pattern) && nameOf(taken.propertyName ?? taken.name)
  const owner = compiler.isVariableDeclaration(pattern.parent) ? pattern.parent : undefined
  if (!name || !VERB.test(name) || !owner?.initializer) return undefined
  const [made] = trace.sources(owner.initializer, undefined).flatMap(({ node }) => madeBy(trace, node) ?? [])
  return made && sinkOf(trace, { call, name, made, client: owner.initializer })
}

const VERB = /^[A-Z]{3,7}$/

/** The call that makes a client, where a value is one. */
const madeBy = (trace: Trace, node: ts.Node): ts.CallExpression | undefined => {
  if (!compiler.isCallExpression(node)) return undefined
  const maker = trace.sources(node.expression, undefined)[0]?.external
  return maker?.module === 'openapi-fetch' && maker.name === 'default' ? node : undefined
}

/** A call of a client by the name of a method. */
interface Made {
  readonly call: ts.CallExpression
  readonly name: string
  readonly made: ts.CallExpression
  readonly client: ts.Expression
}

const sinkOf = (trace: Trace, { call, name, made: node, client }: Made): Sink => {
  const [made] = node.arguments
  const [path, options] = call.arguments
  const { hooks, asking } = middlewareOf(trace, client)
  return {
    library: 'openapi-fetch',
    call,
    url: expression(path),
    ...given('base', member(made, 'baseUrl')),
    ...(options ? { options } : {}),
    method: { kind: 'fixed', method: name },
    ...(options ? given('body', member(options, 'body')) : { openBody: 'body' }),
    serializes: true,
    answer: 'openapi',
    template: true,
    ...(node.typeArguments?.[0] ? { paths: node.typeArguments[0] } : {}),
    ...(hooks.length > 0 ? { hooks } : {}),
    ...(asking.some((one) => meddles(trace, one)) ? { listed: 'hook' } : {}),
    headers: made ? [member(made, 'headers')].filter((one) => one !== undefined) : [],
  }
}
