import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { accessed, accessOn } from '../program/syntax/access.ts'
import { bare, dressed } from '../program/syntax/nodes.ts'
import { expression, given, type Place, type Sink } from '../sink.ts'
import { isVerb } from '../texts/verbs.ts'
import type { AskedChosen, AskedMember } from './asked.ts'

/** Links of a request's chain that say more about it and give it back. */
const LINKS =
  /^(set|auth|query|send|type|accept|timeout|retry|ok|redirects|buffer|withCredentials|use|agent|http2|trustLocalhost|disableTLSCerts|ca|cert|key|pfx|connect|serialize|maxResponseSize)$/

/** `superagent.post(url).set(…).send(body)`: one request, said link by link. */
export const superagentMember = ({ trace, call, callee, name, owner }: AskedMember): Sink | undefined => {
  const client = isVerb(name) || name === 'del' ? clientOf(trace, owner) : undefined
  if (!client) return undefined
  const method = name === 'del' ? 'DELETE' : name.toUpperCase()
  return chain(call, { kind: 'fixed', method, name: callee.name }, client)
}

/** `superagent[verb](url).send(body)` */
export const superagentChosen = ({ trace, call, verb, owner }: AskedChosen): Sink | undefined => {
  const client = clientOf(trace, owner)
  const sink = client && chain(call, expression(verb), client)
  return sink && { ...sink, withVerb: () => sink }
}

const chain = (call: ts.CallExpression, method: Sink['method'], client: Client): Sink => {
  const links = linksOf(call)
  const whole = links.at(-1)?.call ?? call
  const sent = links.filter((link) => link.name === 'send')
  const asked = links.filter((link) => link.name === 'query')
  const sink: Sink = {
    library: 'superagent',
    call: whole,
    request: call,
    url: expression(call.arguments[0]),
    method,
    ...(sent[0] ? given('body', expression(sent[0].call.arguments[0])) : { openLink: 'send' }),
    ...(asked[0] ? given('query', expression(asked[0].call.arguments[0])) : {}),
    serializes: true,
    answer: 'superagent',
    ...(links.some((link) => link.name === 'ok') ? {} : { throws: true }),
    headers: links.flatMap(headersSaid),
  }
  if (client === 'told') return { ...sink, answer: 'unknown', listed: 'agent' }
  if (!isTakenWhole(whole)) return { ...sink, answer: 'unknown' }
  if (isBuiltUp(whole)) return { ...sink, answer: 'unknown', listed: 'steps' }
  const isWhole = sent.length < 2 && asked.length < 2 && call.arguments.length === 1
  return isWhole ? sink : { ...sink, answer: 'unknown', listed: 'parts' }
}

/** What an agent is told for all of its requests, and changes neither their addresses nor what they say. */
const KEPT_BY_AGENT = /^(set|auth|accept|timeout|retry|withCredentials|disableTLSCerts|ca|cert|key|pfx)$/

/** What else it can be told, which may say or read its requests otherwise. */
const TOLD_TO_AGENT = /^(use|on|once|query|sortQuery|type|ok|redirects|buffer|serialize|parse)$/

/** The library itself or an agent of it that keeps cookies and headers; `told`: one whose requests may be told anything. */
type Client = 'plain' | 'told'

const clientOf = (trace: Trace, owner: AskedMember['owner']): Client | undefined => {
  const { external, node } = owner
  if (external)
    return external.module === 'superagent' && /^(default|\*|agent)$/.test(external.name)
      ? 'plain'
      : undefined
  if (!compiler.isCallExpression(node)) return undefined
  const callee = node.expression
  const from = compiler.isPropertyAccessExpression(callee) ? callee : undefined
  const inner = from && bare(from.expression)
  if (from && inner && compiler.isCallExpression(inner)) {
    const before = clientOf(trace, { ...owner, node: inner })
    if (before && TOLD_TO_AGENT.test(from.name.text)) return 'told'
    return KEPT_BY_AGENT.test(from.name.text) ? toldLater(trace, node, before) : undefined
  }
  const named = trace.sources(from ? from.expression : callee, undefined)[0]?.external
  const isAgent =
    named?.module === 'superagent' && (from ? from.name.text === 'agent' : named.name === 'agent')
  return isAgent ? toldLater(trace, node, 'plain') : undefined
}

/** `agent.use(plugin)`, said of an agent under its name. */
const toldLater = (trace: Trace, made: ts.CallExpression, client: Client | undefined): Client | undefined => {
  const { parent } = dressed(made)
  if (client !== 'plain' || !compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name))
    return client
  const isTold = mentionsOf(trace, parent.name).some((use) => {
    const said = accessOn(use)
    const name = said && accessed(said)?.name
    return name !== undefined && TOLD_TO_AGENT.test(name)
  })
  return isTold ? 'told' : client
}

interface Link {
  readonly name: string
  readonly call: ts.CallExpression
}

const linksOf = (call: ts.CallExpression): Link[] => {
  const access = call.parent
  if (!compiler.isPropertyAccessExpression(access) || access.expression !== call) return []
  const next = access.parent
  if (!compiler.isCallExpression(next) || next.expression !== access || !LINKS.test(access.name.text))
    return []
  return [{ name: access.name.text, call: next }, ...linksOf(next)]
}

/** Whether nothing but what a promise has, or `end`, is asked of a request: `pipe`, `parse` and `on` take the answer elsewhere. */
const isTakenWhole = ({ parent }: ts.CallExpression): boolean =>
  !compiler.isPropertyAccessExpression(parent) ||
  !compiler.isCallExpression(parent.parent) ||
  /^(then|catch|finally|end)$/.test(parent.name.text)

/** `const asked = superagent.post(url)`: more may be said of it under its name. */
const isBuiltUp = (whole: ts.CallExpression): boolean =>
  (compiler.isVariableDeclaration(whole.parent) && whole.parent.initializer === whole) ||
  (compiler.isBinaryExpression(whole.parent) && whole.parent.right === whole)

/** `.set({ Authorization })`, `.set('Authorization', value)`, `.auth(key, { type: 'bearer' })`. */
const headersSaid = ({ name, call }: Link): Place[] => {
  const [first, second] = call.arguments
  if (name !== 'set' || !first) return []
  if (!second) return [expression(first)]
  return compiler.isStringLiteralLike(first) && /^authorization$/i.test(first.text)
    ? [expression(second)]
    : []
}
