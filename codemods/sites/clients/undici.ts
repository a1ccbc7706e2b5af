import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { expression, given, member, type Place, type Sink } from '../sink.ts'
import type { AskedMember } from './asked.ts'

/** Dispatchers that are made for one origin. */
const OF_ORIGIN = /^(Client|Pool|BalancedPool|RoundRobinPool|H2CClient)$/
/** Dispatchers that are told the origin with each request. */
const OF_ANY = /^(Agent|ProxyAgent|EnvHttpProxyAgent|RetryAgent)$/

/** A function of the library: `request(…)`, and `stream(…)`, which gives its answer to something else. */
export const undiciCall = (trace: Trace, call: ts.CallExpression, name: string): Sink | undefined => {
  if (name === 'request') return undiciRequest(trace, call)
  return LISTED.test(name)
    ? { ...undiciRequest(trace, call), answer: 'unknown', listed: 'answer' }
    : undefined
}

/** `request(url, options)`, `request(origin, { path })`, `request({ origin, path })`. */
const undiciRequest = (trace: Trace, call: ts.CallExpression): Sink => {
  const [first, second] = call.arguments
  const isWhole = first && !second && trace.members(first, 'path', undefined).length > 0
  if (isWhole) return sinkOf(call, first, member(first, 'origin'))
  const hasPath = second && trace.members(second, 'path', undefined).length > 0
  return hasPath
    ? sinkOf(call, second, expression(first))
    : sinkOf(call, second, undefined, expression(first))
}

/** Ways to a request whose answer is not given back: such calls are found, said, and left to a person. */
const LISTED = /^(stream|pipeline|dispatch)$/

/** `new Pool(origin).request({ path, method })`, `new Agent().request({ origin, path, method })`. */
export const undiciMember = ({ trace, call, name, owner }: AskedMember): Sink | undefined => {
  const [options] = call.arguments
  if (!options || !(name === 'request' || LISTED.test(name))) return undefined
  const made = dispatcherOf(trace, owner.node)
  const kind = made && trace.sources(made.expression, undefined)[0]?.external
  if (!made || kind?.module !== 'undici') return undefined
  const origin = OF_ANY.test(kind.name) ? member(options, 'origin') : expression(made.arguments?.[0])
  if (!OF_ANY.test(kind.name) && !OF_ORIGIN.test(kind.name)) return undefined
  const sink = sinkOf(call, options, origin)
  return name === 'request' && call.arguments.length === 1
    ? sink
    : { ...sink, answer: 'unknown', listed: 'answer' }
}

/** `new Pool(origin)`, and the same with interceptors: `new Pool(origin).compose(…)`. */
const dispatcherOf = (trace: Trace, node: ts.Node): ts.NewExpression | undefined => {
  if (compiler.isNewExpression(node)) return node
  const callee = compiler.isCallExpression(node) ? node.expression : undefined
  if (!callee || !compiler.isPropertyAccessExpression(callee) || callee.name.text !== 'compose')
    return undefined
  const [from] = trace.sources(callee.expression, undefined)
  return from && compiler.isNewExpression(from.node) ? from.node : undefined
}

const sinkOf = (
  call: ts.CallExpression,
  options: ts.Expression | undefined,
  base: Place | undefined,
  url = member(options, 'path') ?? expression(undefined),
): Sink => ({
  library: 'undici',
  call,
  url,
  ...given('base', base),
  ...(options ? { options } : {}),
  method: member(options, 'method') ?? { kind: 'fixed', method: 'GET' },
  ...given('body', member(options, 'body')),
  ...given('query', member(options, 'query')),
  serializes: false,
  answer: 'undici',
})
