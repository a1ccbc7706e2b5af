import type { Route } from '../../../mappings/dsl/route.ts'
import type { Policy } from '../../../mappings/dsl/runtime.ts'
import { type Send, type UpstreamAnswer, UpstreamError } from '../../upstream/contract.ts'
import { CatalogError, type CatalogFor } from '../catalog.ts'
import { lossPolicy, type ProxyConfig } from '../config.ts'
import { answerError, ProxyError } from '../errors.ts'
import type { Answer, Call } from '../exchange.ts'
import { notesHeader } from '../notes.ts'
import { retirementHeaders } from '../retirement.ts'
import { behaviourOf } from './behaviours/index.ts'
import { readBody, refusal, takeUp } from './body.ts'
import { type Behaviour, type Context, type Json, type Result, V2Refusal } from './context.ts'
import { failureOf, outcomeOf, passedHeaders, refusalOf } from './errors.ts'
import { createRouter, type Match } from './router.ts'
import { createV2Calls, readJsonObject } from './v2-calls.ts'

/** What the v1 side needs from outside. */
export interface V1Options {
  readonly send: Send
  readonly routes: readonly Route[]
  readonly config: ProxyConfig
  readonly catalogFor: CatalogFor
  /** Milliseconds; times hops. */
  readonly now: () => number
}

/** Answers one REST v1 call by v2; what goes wrong upstream is said in v1's dialect. Throws only on our own mistakes. */
export type V1Handler = (call: Call) => Promise<Answer>

const RETIREMENT = retirementHeaders('v1')
const keyOf = (authorization: string | undefined) => authorization?.replace(/^bearer\s+/i, '') ?? ''

/** Builds the v1 handler: routes are looked up once a call, and each call keeps its own context. */
export const createV1 = (options: V1Options): V1Handler => {
  const match = createRouter(options.routes)
  const policy = lossPolicy(options.config)
  return async function answerV1(call) {
    call.trace.dialect = 'v1'
    let found: Match | undefined
    try {
      found = match(call.method, call.path)
      call.trace.operation = found.route.id
      return await run(openContext(options, call, found), policy)
    } catch (error) {
      return withLegacyHeaders(errorAnswer(found?.route, error), call)
    }
  }
}

const openContext = (options: V1Options, call: Call, { route, id }: Match): Context => {
  const calls = createV2Calls(options, call)
  const sender: Send = (request) => calls.send(request, request.path.split('?')[0] ?? '')
  return {
    call,
    route,
    id,
    query: new URLSearchParams(call.query),
    body: route.body ? readBody(call.body) : {},
    doc: undefined,
    search: '',
    notes: call.trace.notes,
    config: options.config,
    catalog: options.catalogFor(sender, keyOf(call.header('authorization'))),
    v2: calls.v2,
    read: calls.read,
  }
}

const run = async (context: Context, policy: Policy): Promise<Answer> => {
  const { route } = context
  const does = route.does.map(behaviourOf)
  context.search = takeQueryUp(context, policy)
  if (route.body) context.doc = takeUp(facetOf(route), context.body, policy, context.notes)
  else if (route.sends) context.doc = { ...route.sends }
  for (const one of does) await one.before?.(context)
  const answer = await settle(context, does, await sendBy(context, does))
  if (answer.status < 200 || answer.status > 299) throw new V2Refusal(answer)
  return finish(context, does, answer)
}

const facetOf = (route: Route) => {
  const facet = route.body && route.mapping[route.body]
  if (!facet) throw new Error(`${route.id} sends a body but its mapping has no such facet`)
  return facet
}

/** v1 ignored parameters it did not know; one it knew and v2 cannot honour is refused like a field. */
const takeQueryUp = ({ route, query, notes }: Context, policy: Policy): string => {
  const facet = route.mapping.query
  if (!facet || query.size === 0 || !route.old.method.startsWith('GET')) return ''
  const { doc, findings } = facet.up(queryObject(query), policy)
  const refused = findings.filter(({ code }) => code === 'REFUSED')
  if (refused.length > 0) throw refusal(refused)
  notes.push(...findings)
  return new URLSearchParams(doc as Record<string, string>).toString()
}

/** A repeated parameter is a list. */
const queryObject = (query: URLSearchParams): Json =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, onlyOrAll(query.getAll(name))]))

const onlyOrAll = (values: readonly string[]) => (values.length === 1 ? values[0] : values)

const PARAMETER = /\{\w+\}/

const mainCall = ({ route, id, doc, search }: Context) => ({
  method: route.v2.method,
  path: `${route.v2.path.replace(PARAMETER, id)}${search && `?${search}`}`,
  route: route.v2.path,
  ...(doc && { body: doc }),
})

const sendBy = (context: Context, does: readonly Behaviour[]): Promise<UpstreamAnswer> => {
  const plain = () => context.v2(mainCall(context))
  const sender = does.reduceRight<() => Promise<UpstreamAnswer>>((next, { send }) => {
    return send ? () => send(context, next) : next
  }, plain)
  return sender()
}

const settle = async (context: Context, does: readonly Behaviour[], first: UpstreamAnswer) => {
  let answer = first
  for (const one of does) if (one.settle) answer = await one.settle(context, answer)
  return answer
}

const finish = async (
  context: Context,
  does: readonly Behaviour[],
  answer: UpstreamAnswer,
): Promise<Answer> => {
  const { route, call } = context
  const headers = passedHeaders(answer)
  if (route.answer === 'none')
    return withLegacyHeaders({ status: route.success, headers, body: undefined }, call)
  const result = readResult(route, answer)
  for (const one of does) await one.after?.(context, result)
  const body = JSON.stringify(route.answer === 'list' ? result.old : result.old[0])
  headers['content-type'] = 'application/json'
  return withLegacyHeaders({ status: route.success, headers, body }, call)
}

const readResult = (route: Route, answer: UpstreamAnswer): Result => {
  const whole = readJsonObject(answer)
  const items = route.list ? whole[route.list] : [whole]
  if (!Array.isArray(items)) throw unreadable()
  const { down } = route.mapping.read
  try {
    return { v2: items as Json[], old: items.map(down) }
  } catch (error) {
    throw unreadable(error)
  }
}

const unreadable = (cause?: unknown) =>
  new ProxyError(
    'UPSTREAM_UNREADABLE',
    'The upstream service answered something that is no REST v2 answer.',
    { cause },
  )

const errorAnswer = (route: Route | undefined, error: unknown): Answer => {
  if (error instanceof ProxyError) return answerError('v1', route ? outcomeOf(route, error) : error)
  if (route && (error instanceof V2Refusal || error instanceof CatalogError)) {
    const wording = route.body && error instanceof V2Refusal ? route.mapping[route.body]?.wording : undefined
    return answerError('v1', refusalOf(route, wording, error.answer))
  }
  if (route && error instanceof UpstreamError) return answerError('v1', failureOf(route, error))
  throw error
}

const withLegacyHeaders = (answer: Answer, { trace }: Call): Answer => {
  const notes = notesHeader(trace.notes)
  return {
    ...answer,
    headers: { ...answer.headers, ...RETIREMENT, ...(notes && { 'upshift-notes': notes }) },
  }
}
