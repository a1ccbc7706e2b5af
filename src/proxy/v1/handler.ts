import type { Route } from '../../../mappings/dsl/route.ts'
import type { Policy } from '../../../mappings/dsl/runtime.ts'
import type { Send, UpstreamAnswer } from '../../upstream/contract.ts'
import { askedOnce, type CatalogFor, catalogRoute } from '../catalog.ts'
import { lossPolicy, MOST_CALLS, type ProxyConfig } from '../config.ts'
import type { Answer, Call } from '../exchange.ts'
import { notesHeader } from '../notes.ts'
import { nextCursor } from '../paging.ts'
import { retirementHeaders } from '../retirement.ts'
import { readBody, takeQueryUp, takeUp } from './body.ts'
import type { InForce } from './context.ts'
import { type Context, type Json, type Result, V2Refusal } from './context.ts'
import { echoInto, forgetEcho } from './echo.ts'
import type { EchoStore } from './echo-store.ts'
import { errorAnswer, passedHeaders } from './errors.ts'
import { breathe, itemsOfPart, partsOf } from './long-list.ts'
import { checkRequired, preflight } from './preflight.ts'
import { inForceWith, prepareRoute } from './prepare.ts'
import { createRouter, type Match } from './router.ts'
import { converted, createV2Calls, itemsIn, readItem, readJsonObject } from './v2-calls.ts'

/** What the v1 side needs from outside. */
export interface V1Options {
  readonly send: Send
  readonly routes: readonly Route[]
  readonly config: ProxyConfig
  readonly catalogFor: CatalogFor
  /** Milliseconds; times hops. */
  readonly now: () => number
  /** Remembers what v2 cannot hold; off where it is left out. */
  readonly echo?: EchoStore
}

/** Answers one REST v1 call by v2; what goes wrong upstream is said in v1's dialect. Throws only on our own mistakes. */
export type V1Handler = (call: Call) => Promise<Answer>

const RETIREMENT = retirementHeaders('v1')
const keyOf = (authorization: string | undefined) => authorization?.replace(/^bearer\s+/i, '') ?? ''

/** What a call is counted as while no route is known. */
const UNKNOWN = 'v1.unknown'

/** Builds the v1 handler: all that does not depend on a call is settled here, and each call keeps its own context. */
export const createV1 = (options: V1Options): V1Handler => {
  const inForce = inForceWith(options.config.capabilities)
  const match = createRouter(options.routes.map((route) => prepareRoute(route, inForce)))
  const policy = lossPolicy(options.config)
  return async function answerV1(call) {
    call.trace.dialect = 'v1'
    call.trace.operation = UNKNOWN
    let context: Context | undefined
    try {
      const found = match(call.method, call.path)
      call.trace.operation = found.route.id
      context = openContext(options, inForce, call, found)
      return await run(context, policy)
    } catch (error) {
      return withLegacyHeaders(errorAnswer(context, error), call)
    }
  }
}

const openContext = (options: V1Options, inForce: InForce, call: Call, { route, id }: Match): Context => {
  const most = options.config.mostCalls ?? MOST_CALLS
  const { v2, read, list, pages, traced } = createV2Calls(
    { send: options.send, now: options.now, most },
    call,
  )
  const sender: Send = (request) => traced(request, catalogRoute(request.path))
  return {
    call,
    route,
    id,
    query: call.query === '' ? NO_QUERY : new URLSearchParams(call.query),
    body: route.facet ? readBody(call.body) : NOTHING,
    doc: undefined,
    search: '',
    sent: false,
    notes: call.trace.notes,
    config: options.config,
    catalog: options.catalogFor(sender, keyOf(call.header('authorization')), call.carrier),
    echo: options.echo,
    inForce,
    v2,
    read,
    list,
    pages,
  }
}

const NOTHING: Json = Object.freeze({})
/** Behaviours read the query and never change it. */
const NO_QUERY = new URLSearchParams()

const run = async (context: Context, policy: Policy): Promise<Answer> => {
  const { route } = context
  prepareQuery(context, policy)
  if (route.facet) {
    context.doc = takeUp(route.facet, context.body, policy, context.notes)
    checkRequired(route.facet, context.body)
  } else if (route.sends) context.doc = { ...route.sends }
  for (const one of route.before) {
    const done = one(context)
    if (done) await done
  }
  let answer = await sendBy(context)
  for (const one of route.settle) answer = await one(context, answer)
  if (answer.status < 200 || answer.status > 299) throw new V2Refusal(answer)
  if (route.answer === 'none') return finishEmpty(context, answer)
  const parts = isPlainList(context) ? partsOf(answer.body, route.list ?? '') : undefined
  const text = parts && (await textOfParts(context, parts))
  if (text !== undefined) return answered(context, answer, text)
  const result = readResult(context, answer)
  return finish(context, answer, result instanceof Promise ? await result : result)
}

const prepareQuery = (context: Context, policy: Policy): void => {
  const { route, query, notes } = context
  const facet = route.mapping.query
  if (!facet || query.size === 0 || route.old.method !== 'GET') return
  const doc = takeQueryUp(facet, query, policy, notes)
  preflight(facet, doc)
  context.search = new URLSearchParams(doc as Record<string, string>).toString()
}

/** v2's path for this call. */
const mainPath = ({ route, id }: Context): string => {
  const [head, tail] = route.around
  return tail === undefined ? head : head + id + tail
}

const sendMain = (context: Context): Promise<UpstreamAnswer> => {
  const { route, doc, search } = context
  if (route.facet && doc) preflight(route.facet, doc)
  context.sent = true
  const { method, path } = route.v2
  const call = { method, path: search ? `${mainPath(context)}?${search}` : mainPath(context), route: path }
  return context.v2(doc ? { ...call, body: doc } : call)
}

const sendBy = (context: Context): Promise<UpstreamAnswer> => {
  const { senders } = context.route
  if (senders.length === 0) return sendMain(context)
  const plain = () => sendMain(context)
  return senders.reduceRight<() => Promise<UpstreamAnswer>>(
    (next, send) => () => send(context, next),
    plain,
  )()
}

/** What v2 may leave unsaid it may say, too; a page of somebody in between is no deletion. */
const finishEmpty = async (context: Context, answer: UpstreamAnswer): Promise<Answer> => {
  if (answer.body !== '') readJsonObject(answer)
  if (context.echo) await forgetEcho(context, context.echo)
  const { route, call } = context
  return withLegacyHeaders({ status: route.success, headers: passedHeaders(answer), body: undefined }, call)
}

const complete = async (context: Context, result: Result): Promise<void> => {
  for (const one of context.route.after) {
    const done = one(context, result)
    if (done) await done
  }
}

const finish = async (context: Context, answer: UpstreamAnswer, result: Result): Promise<Answer> => {
  const { route, echo } = context
  await complete(context, result)
  if (echo) await echoInto(context, result, echo)
  return answered(context, answer, JSON.stringify(route.answer === 'list' ? result.old : result.old[0]))
}

const answered = ({ route, call }: Context, answer: UpstreamAnswer, body: string): Answer => {
  const headers = passedHeaders(answer)
  headers['content-type'] = 'application/json'
  return withLegacyHeaders({ status: route.success, headers, body }, call)
}

/** A list of which nothing was asked but all of it. */
const isPlainList = ({ route, query, echo }: Context): boolean =>
  route.list !== undefined && route.byItem && query.size === 0 && !echo

/** A long list, part by part, so that no other call waits for all of it; undefined where its text cannot be cut so. */
const textOfParts = async (context: Context, parts: readonly string[]): Promise<string | undefined> => {
  const texts: string[] = []
  const steady = { ...context, catalog: askedOnce(context.catalog) }
  for (const part of parts) {
    const items = itemsOfPart(part)
    if (!items) return undefined
    const result = resultOf(steady, items)
    await complete(steady, result)
    if (result.old.length > 0) texts.push(JSON.stringify(result.old).slice(1, -1))
    await breathe()
  }
  return `[${texts.join(',')}]`
}

const readResult = (context: Context, answer: UpstreamAnswer): Result | Promise<Result> => {
  const { route, search } = context
  if (!route.list) return resultOf(context, [readItem(answer)])
  const whole = readJsonObject(answer)
  if (nextCursor(whole) === undefined) return resultOf(context, itemsIn(whole, route.list))
  const path = search ? `${route.v2.path}?${search}` : route.v2.path
  const pages = context.pages(whole, { method: 'GET', path, route: route.v2.path }, route.list)
  return pages.then((items) => resultOf(context, items))
}

const resultOf = ({ route }: Context, v2: Json[]): Result => {
  const { down } = route.mapping.read
  return { v2, old: converted(() => v2.map((item) => down(item))) }
}

const withLegacyHeaders = (answer: Answer, { trace }: Call): Answer => {
  const headers: Record<string, string> = Object.assign(answer.headers, RETIREMENT)
  const notes = notesHeader(trace.notes)
  if (notes) headers['upshift-notes'] = notes
  return { status: answer.status, headers, body: answer.body }
}
