import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { bare, type Scope } from './scope.ts'
import type { Source, Trace } from './trace.ts'

/** Where a sink takes one of its roles from: an expression, or a member of an options object. */
export type Place =
  | { readonly kind: 'expression'; readonly node: ts.Expression }
  | { readonly kind: 'member'; readonly object: ts.Expression; readonly name: string }

/** What a call's value is: a fetch Response, `{ data, status }`, the parsed body, or an rx stream of `{ data }`. */
export type Answer = 'response' | 'axios' | 'json' | 'stream'

/** One call of an HTTP library, with the place of each role. */
export interface Sink {
  readonly library: string
  readonly call: ts.CallExpression
  readonly url: Place
  /** Set before the URL (axios `baseURL`, ky `prefixUrl`). */
  readonly base?: Place
  /** The options object, where headers and the like go. */
  readonly options?: ts.Expression
  readonly method: Place | { readonly kind: 'fixed'; readonly method: string; readonly name?: ts.Node }
  readonly body?: Place
  /** True where the library turns an object body into JSON by itself. */
  readonly serializes: boolean
  /** Query parameters given apart from the URL (axios `params`). */
  readonly query?: Place
  readonly answer: Answer
}

const VERBS = /^(get|post|put|patch|delete|head)$/
const FETCH_MODULES =
  /^(node-fetch|undici|cross-fetch|isomorphic-fetch|isomorphic-unfetch|node-fetch-native|@tauri-apps\/(api|plugin)-http|ofetch|make-fetch-happen|cross-fetch\/polyfill)$/

/** Recognises a call of an HTTP library by what the callee is, never by its name alone. */
export const readSink = (trace: Trace, call: ts.CallExpression): Sink | undefined => {
  const callee = bare(call.expression)
  if (isPlainMember(callee)) {
    const viaMember = memberCall(trace, call, callee)
    if (viaMember) return viaMember
  }
  if (!couldBeFetch(trace, callee)) return undefined
  return trace
    .sources(callee, undefined)
    .map((one) => calledDirectly(call, one))
    .find((one) => one !== undefined)
}

const isPlainMember = (callee: ts.Expression): callee is ts.PropertyAccessExpression =>
  compiler.isPropertyAccessExpression(callee)

/** A cheap look before the trace: most calls of a program call nothing that could be an HTTP library. */
const couldBeFetch = (trace: Trace, callee: ts.Expression): boolean => {
  if (compiler.isPropertyAccessExpression(callee))
    return /fetch|request|http|axios|got|ky/i.test(callee.name.text)
  if (!compiler.isIdentifier(callee)) return false
  const declaration = trace.checker.getSymbolAtLocation(callee)?.declarations?.[0]
  return (
    !declaration ||
    !compiler.isFunctionDeclaration(declaration) ||
    declaration.getSourceFile().isDeclarationFile
  )
}

const calledDirectly = (call: ts.CallExpression, source: Source): Sink | undefined => {
  const { external, node } = source
  if (external) {
    if (FETCH_MODULES.test(external.module) && external.name !== 'request') return fetchSink(call, 'fetch')
    if (external.module === 'undici') return undiciSink(call)
    if (external.module === 'axios') return axiosConfig(call, undefined)
    if (external.module === 'ky' || external.module === 'got')
      return optionsSink(call, external.module, 'GET')
    return undefined
  }
  if (isGlobalFetch(node)) return fetchSink(call, 'fetch')
  const instance = axiosInstance(node)
  return instance ? axiosConfig(call, instance) : undefined
}

const isGlobalFetch = (node: ts.Node): boolean => {
  if (compiler.isFunctionDeclaration(node))
    return node.name?.text === 'fetch' && node.getSourceFile().isDeclarationFile
  if (compiler.isPropertyAccessExpression(node))
    return /^(globalThis|window|self|global|ctx|context)\.fetch$/.test(node.getText())
  if (compiler.isCallExpression(node))
    return /^(globalThis\.|window\.)?fetch\.bind$/.test(node.expression.getText())
  return compiler.isIdentifier(node) && /^(fetch|\$fetch|fetchImpl|fetchFn|_fetch|doFetch)$/.test(node.text)
}

/** `axios.create({…})`: the options it was made with. */
const axiosInstance = (node: ts.Node): ts.CallExpression | undefined => {
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression))
    return undefined
  return node.expression.name.text === 'create' || node.expression.name.text === 'extend' ? node : undefined
}

const memberCall = (
  trace: Trace,
  call: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
): Sink | undefined => {
  const name = callee.name.text
  const verb = VERBS.test(name)
  if (!verb && name !== 'request' && name !== 'fetch' && name !== 'json') return undefined
  if (trace.targets(call, undefined).length > 0) return undefined
  for (const owner of trace.sources(callee.expression, undefined)) {
    const sink = memberOf(call, callee, owner, verb)
    if (sink) return sink
  }
  return verb && isHttpService(trace, callee.expression)
    ? axiosVerb(call, callee, undefined, 'stream')
    : undefined
}

const memberOf = (
  call: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  owner: Source,
  verb: boolean,
): Sink | undefined => {
  const name = callee.name.text
  const module = owner.external?.module
  if (module === 'axios')
    return verb ? axiosVerb(call, callee, undefined, 'axios') : axiosConfig(call, undefined)
  if (module === 'undici') return name === 'request' ? undiciSink(call) : fetchSink(call, 'fetch')
  if ((module === 'ky' || module === 'got') && verb)
    return optionsSink(call, module, name.toUpperCase(), callee.name)
  const instance = axiosInstance(owner.node)
  if (!instance) return undefined
  const maker = instance.expression.getText()
  if (/^(ky|got)\./.test(maker)) {
    const options = instance.arguments[0]
    const sink = optionsSink(call, maker.slice(0, maker.indexOf('.')), name.toUpperCase(), callee.name)
    return options ? { ...sink, base: { kind: 'member', object: options, name: 'prefixUrl' } } : sink
  }
  if (!/axios/i.test(maker)) return undefined
  return verb ? axiosVerb(call, callee, instance, 'axios') : axiosConfig(call, instance)
}

/** Nest's injected axios. */
const isHttpService = (trace: Trace, owner: ts.Expression): boolean => {
  const type = trace.checker.getSymbolAtLocation(
    compiler.isPropertyAccessExpression(owner) ? owner.name : owner,
  )
  return (type?.declarations ?? []).some(
    (one) =>
      (compiler.isParameter(one) || compiler.isPropertyDeclaration(one)) &&
      one.type?.getText() === 'HttpService',
  )
}

const nothing = compiler.factory.createIdentifier('undefined')
const member = (object: ts.Expression | undefined, name: string): Place | undefined =>
  object ? { kind: 'member', object, name } : undefined
const expression = (node: ts.Expression | undefined): Place => ({ kind: 'expression', node: node ?? nothing })
const given = <K extends string>(name: K, place: Place | undefined): { [P in K]?: Place } =>
  (place ? { [name]: place } : {}) as { [P in K]?: Place }

const fetchSink = (call: ts.CallExpression, library: string): Sink => {
  const [url, options] = call.arguments
  return {
    library,
    call,
    url: expression(url),
    ...(options ? { options } : {}),
    method: member(options, 'method') ?? { kind: 'fixed', method: 'GET' },
    ...given('body', member(options, 'body')),
    serializes: false,
    answer: 'response',
  }
}

const undiciSink = (call: ts.CallExpression): Sink => ({ ...fetchSink(call, 'undici'), answer: 'json' })

const optionsSink = (call: ts.CallExpression, library: string, method: string, name?: ts.Node): Sink => {
  const [url, options] = call.arguments
  return {
    library,
    call,
    url: expression(url),
    ...(options ? { options } : {}),
    method: { kind: 'fixed', method, ...(name ? { name } : {}) },
    ...given('body', member(options, 'json')),
    ...given('query', member(options, 'searchParams')),
    serializes: true,
    answer: 'response',
  }
}

const axiosBase = (instance: ts.CallExpression | undefined): Place | undefined =>
  member(instance?.arguments[0], 'baseURL')

const axiosVerb = (
  call: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  instance: ts.CallExpression | undefined,
  answer: Answer,
): Sink => {
  const method = callee.name.text.toUpperCase()
  const [url, second, third] = call.arguments
  const hasData = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const options = hasData ? third : second
  return {
    library: 'axios',
    call,
    url: expression(url),
    ...given('base', axiosBase(instance) ?? member(options, 'baseURL')),
    ...(options ? { options } : {}),
    method: { kind: 'fixed', method, name: callee.name },
    ...given('body', hasData ? expression(second) : member(options, 'data')),
    ...given('query', member(options, 'params')),
    serializes: true,
    answer,
  }
}

const axiosConfig = (call: ts.CallExpression, instance: ts.CallExpression | undefined): Sink => {
  const [first, second] = call.arguments
  const config = first && !isText(first) ? first : second
  return {
    library: 'axios',
    call,
    url: first && isText(first) ? expression(first) : (member(config, 'url') ?? expression(undefined)),
    ...given('base', axiosBase(instance) ?? member(config, 'baseURL')),
    ...(config ? { options: config } : {}),
    method: member(config, 'method') ?? { kind: 'fixed', method: 'GET' },
    ...given('body', member(config, 'data')),
    ...given('query', member(config, 'params')),
    serializes: true,
    answer: 'axios',
  }
}

const isText = (node: ts.Expression): boolean =>
  compiler.isStringLiteralLike(node) ||
  compiler.isTemplateExpression(node) ||
  (compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.PlusToken)

/** The expressions a place may stand for, each with the frame to read it in. */
export const placed = (trace: Trace, place: Place | undefined, scope: Scope | undefined): Source[] => {
  if (!place) return []
  if (place.kind === 'expression') return place.node === nothing ? [] : [{ node: place.node, scope }]
  return trace.members(place.object, place.name, scope)
}
