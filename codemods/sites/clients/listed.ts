import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { flatText } from '../program/syntax/flat-text.ts'
import { expression, given, member, type Place, type Sink } from '../sink.ts'
import { isVerb } from '../texts/verbs.ts'
import type { Asked, AskedMember } from './asked.ts'

/** Libraries that real code seldom uses here: their calls are found, said, and left to a person. */
const listedSink = (call: ts.CallExpression, library: string, roles: Roles): Sink => ({
  library,
  call,
  url: roles.url ?? expression(undefined),
  ...given('base', roles.base),
  method: roles.method ?? { kind: 'fixed', method: 'GET' },
  ...given('body', roles.body),
  serializes: true,
  answer: 'unknown',
  listed: 'library',
})

interface Roles {
  readonly url: Place | undefined
  readonly base?: Place | undefined
  readonly method?: Sink['method'] | undefined
  readonly body?: Place | undefined
}

/** `request({ url })`, `requestPromise(url)`, `needle('post', url)`. */
export const listedDirect = ({ trace, call }: Asked, { external }: Source): Sink | undefined => {
  if (
    !external ||
    !/^(request|request-promise|request-promise-native|needle|phin|centra|bent)$/.test(external.module)
  )
    return undefined
  const [first, second] = call.arguments
  if (external.module === 'needle')
    return listedSink(call, 'needle', { url: expression(second), method: expression(first) })
  return listedSink(call, external.module, ofConfig(trace, first))
}

/** `needle.get(url)`, `$.ajax({ url })`, `xhr.open('GET', url)`, `this.helpers.httpRequest({ url })`. */
export const listedMember = (asked: AskedMember): Sink | undefined =>
  needles(asked) ?? jquery(asked) ?? xhr(asked) ?? helpers(asked)

const needles = ({ call, name, owner }: AskedMember): Sink | undefined => {
  const module = owner.external?.module
  if (!module || !/^(request|needle|supertest)$/.test(module) || !(isVerb(name) || name === 'del'))
    return undefined
  const method = name === 'del' ? 'DELETE' : name.toUpperCase()
  return listedSink(call, module, { url: expression(call.arguments[0]), method: { kind: 'fixed', method } })
}

const jquery = ({ trace, call, callee, name }: AskedMember): Sink | undefined => {
  if (!/^(\$|jQuery)$/.test(callee.expression.getText()) || !/^(ajax|get|post|getJSON)$/.test(name))
    return undefined
  const roles = ofConfig(trace, call.arguments[0])
  return listedSink(
    call,
    'jquery',
    name === 'post' ? { ...roles, method: { kind: 'fixed', method: 'POST' } } : roles,
  )
}

const xhr = ({ call, name, owner }: AskedMember): Sink | undefined => {
  if (
    name !== 'open' ||
    !compiler.isNewExpression(owner.node) ||
    owner.node.expression.getText() !== 'XMLHttpRequest'
  )
    return undefined
  return listedSink(call, 'XMLHttpRequest', {
    url: expression(call.arguments[1]),
    method: expression(call.arguments[0]),
  })
}

/** n8n's way out to the network. */
const helpers = ({ trace, call, callee, name }: AskedMember): Sink | undefined => {
  const text = flatText(callee)
  if (!/\bhelpers\.(httpRequest|request)\w*(\.call)?$/.test(text)) return undefined
  const withAuthentication = /WithAuthentication/.test(text)
  const config = name === 'call' || withAuthentication ? call.arguments.at(-1) : call.arguments[0]
  const sink = listedSink(call, 'helpers.httpRequest', ofConfig(trace, config))
  return config && isPlain(trace, config, text) ? openly(sink, config) : sink
}

/** The older `request` gives text, and a full response is one more layer: such calls are left to a person. */
const isPlain = (trace: Trace, config: ts.Expression, callee: string): boolean =>
  /\.httpRequest/.test(callee) &&
  trace.sources(config, undefined).every(({ node }) => compiler.isObjectLiteralExpression(node)) &&
  ['returnFullResponse', 'encoding', 'formData'].every(
    (name) => trace.members(config, name, undefined).length === 0,
  )

/** It makes JSON of what it is given, and gives what it made of the answer. */
const openly = ({ listed: _, ...sink }: Sink, config: ts.Expression): Sink => ({
  ...sink,
  options: config,
  ...given('query', member(config, 'qs')),
  answer: 'payload',
})

const ofConfig = (trace: Trace, first: ts.Expression | undefined): Roles => {
  const isConfig =
    first && trace.sources(first, undefined).some(({ node }) => compiler.isObjectLiteralExpression(node))
  if (!first || !isConfig) return { url: expression(first) }
  const has = (name: string): boolean => trace.members(first, name, undefined).length > 0
  const url = has('uri') ? 'uri' : 'url'
  const base = has('baseUrl') ? 'baseUrl' : 'baseURL'
  return {
    url: member(first, url),
    ...(has(base) ? { base: member(first, base) } : {}),
    method: member(first, has('type') ? 'type' : 'method'),
    body: member(first, 'body'),
  }
}
