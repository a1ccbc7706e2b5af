import { type BehaviourName, behaviours } from '../../../mappings/dsl/behaviour.ts'
import { isObject } from '../../../mappings/dsl/json.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import type { Row } from '../../../mappings/dsl/row.ts'
import {
  type HostProfile,
  hostProfiles,
  jobOperations,
  keyParameter,
  v2Families,
} from '../../../mappings/hosts.ts'
import { routes } from '../../../mappings/v1/index.ts'
import { certainRefusals } from './certain-refusals.ts'
import { changesDown, changesUp } from './changes.ts'
import type { ExplainedCall, ExplainedChange, Explanation } from './explanation.ts'
import { explainGraphql, readGraphqlBody } from './graphql.ts'
import { InputError, type LegacyRequest } from './legacy-request.ts'
import { redact } from './redact.ts'

type Json = Record<string, unknown>

const profile: HostProfile = hostProfiles.runpod.is

/** The old operation a method and path mean. @throws {InputError} when v1 has none */
const match = (method: string, path: string): { readonly route: Route; readonly id: string } => {
  const given = path.split('/')
  const there = routes.filter(({ old }) => {
    const wanted = old.path.split('/')
    return (
      wanted.length === given.length &&
      wanted.every((part, at) => part === given[at] || (part.startsWith('{') && given[at] !== ''))
    )
  })
  const route = there.find(({ old }) => old.method === method)
  if (!route) {
    const taken = there.map(({ old }) => old.method).join(', ')
    throw new InputError(
      `REST v1 has no ${method} ${path}${taken === '' ? '' : `; this path takes ${taken}`}`,
    )
  }
  const at = route.old.path.split('/').findIndex((part) => part.startsWith('{'))
  return { route, id: at < 0 ? '' : (given[at] ?? '') }
}

/** Where a request goes, whatever host it was pasted with. */
const targetOf = (url: string): { readonly path: string; readonly query: URLSearchParams } => {
  const [, path = '', query = ''] =
    /^(?:[a-z]+:\/\/[^/?#]*|\$\{?\w+\}?)?([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? []
  const at = path === '' ? '/' : path.startsWith('/') ? path : `/${path}`
  return { path: at.length > 1 ? at.replace(/\/$/, '') : at, query: new URLSearchParams(query) }
}

/** Where the services answer, and where the proxy or the sandbox of whoever asks may. */
const KNOWN_HOSTS: ReadonlySet<string> = new Set([
  ...Object.values(hostProfiles).flatMap(({ is }) => Object.values(is).map((url) => new URL(url).hostname)),
  'localhost',
  '[::1]',
])

/** What is said of any other host; empty for a path alone, a variable, and a host that is known. */
const unknownHost = (url: string): string => {
  const [, host = ''] = /^[a-z]+:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(url) ?? []
  if (host === '' || host.includes('$') || KNOWN_HOSTS.has(host.toLowerCase())) return ''
  return `${host} is none of the hosts that are known here`
}

const bodyOf = (text: string): Json => {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new InputError(`the body is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  if (isObject(value)) return value
  throw new InputError('the body must be a JSON object')
}

const queryObject = (query: URLSearchParams): Json =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name)
      return [name, all.length === 1 ? all[0] : all]
    }),
  )

const refusals = (changes: readonly ExplainedChange[]): readonly string[] =>
  changes
    .filter(({ what }) => what === 'refused' || what === 'unknown')
    .map(({ old, why }) => `${old}: ${why}`)

interface Translated {
  readonly document?: Json
  readonly changes: readonly ExplainedChange[]
  /** Beyond what its rows refuse. */
  readonly refused?: readonly string[]
}

const translateBody = (route: Route, request: LegacyRequest): Translated => {
  if (!route.body) return { ...(route.sends && { document: { ...route.sends } }), changes: [] }
  const facet = route.mapping[route.body]
  if (!facet) return { changes: [] }
  const old = bodyOf(request.body)
  const { doc, findings } = facet.up(old)
  const changes = changesUp(facet, old, doc, findings)
  return { document: doc, changes, refused: certainRefusals(facet, old, doc) }
}

const translateQuery = (route: Route, query: URLSearchParams): Translated => {
  const facet = route.mapping.query
  query.delete(keyParameter.is)
  if (!facet || query.size === 0) return { document: {}, changes: [] }
  const old = queryObject(query)
  const { doc, findings } = facet.up(old)
  return { document: doc, changes: changesUp(facet, old, doc, findings) }
}

const searchOf = (document: Json | undefined): string => {
  const pairs = Object.entries(document ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as [string, string]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Behaviours that no row names: those of rows are told with the fields that ask for them, where v2 can do them. */
const unnamed = ({ does, mapping }: Route): readonly BehaviourName[] => {
  const named = new Set(namedBy(mapping.definition.rows))
  return [...new Set(does)].filter((name) => !named.has(name))
}

const namedBy = (rows: readonly Row[]): readonly BehaviourName[] =>
  rows.flatMap((row): readonly BehaviourName[] => {
    if (row.kind === 'cases') return row.cases.flatMap((one) => namedBy(one.rows))
    return 'by' in row && row.by ? [row.by] : []
  })

const explainRoute = (
  request: LegacyRequest,
  route: Route,
  id: string,
  query: URLSearchParams,
): Explanation => {
  const body = translateBody(route, request)
  const search = translateQuery(route, query)
  const changes = [...body.changes, ...search.changes]
  const own = [...(route.gone ? [route.gone] : []), ...refusals(changes)]
  const refused = own.length > 0 ? own : (body.refused ?? [])
  const call: ExplainedCall = {
    method: route.v2.method,
    url: `${profile.v2}${route.v2.path.replace(/\{\w+\}/, id)}${searchOf(search.document)}`,
    ...(body.document && { body: body.document }),
  }
  return {
    explanation: 'upshift-explanation/1',
    operation: route.id,
    old: `${route.old.method} ${route.old.path}`,
    calls: refused.length > 0 ? [] : [call],
    changes,
    notes: [
      ...(route.list ? [`v2 answers {"${route.list}": […]} where v1 answered the bare array`] : []),
      ...unnamed(route).map((name) => behaviours[name]),
    ],
    refused,
  }
}

const untouched = (request: LegacyRequest, note: string): Explanation => ({
  explanation: 'upshift-explanation/1',
  operation: '',
  old: `${request.method} ${targetOf(request.url).path}`,
  calls: [],
  changes: [],
  notes: [note],
  refused: [],
})

/** `/v2/…` is REST v2 or the job API; neither is legacy. */
const explainV2 = (request: LegacyRequest, path: string): Explanation | undefined => {
  const [, version, first = '', second = ''] = path.split('/')
  if (version !== 'v2') return undefined
  if ((v2Families.is as readonly string[]).includes(first)) {
    const old = path.slice('/v2'.length)
    try {
      const { route } = match(request.method, `/v1${old}`)
      if (
        route.v2.path.replace(/\{\w+\}/g, '{}') !== path.replace(/\/[^/]+$/, '/{}') &&
        route.v2.path !== path
      )
        return untouched(
          request,
          `v2 has no such path; v1's ${old} is ${route.v2.method} ${route.v2.path} (${route.id})`,
        )
    } catch {
      // No old operation of that name either: then it is simply v2.
    }
    return untouched(request, 'already on REST v2: nothing to change')
  }
  if (jobOperations.is.some(({ name }) => name === second))
    return untouched(request, 'this is the job API, which stays as it is')
  return untouched(request, 'neither REST v2 nor the job API has such a path')
}

const explained = (request: LegacyRequest): Explanation => {
  const { path, query } = targetOf(request.url)
  if (/\/graphql$/.test(path)) return explainGraphql(readGraphqlBody(request.body))
  const v2 = explainV2(request, path)
  if (v2) return v2
  const { route, id } = match(request.method, path.startsWith('/v1/') ? path : `/v1${path}`)
  return explainRoute(request, route, id, query)
}

/**
 * Explains one request, REST or GraphQL. Sends nothing. A host that it does not know is said in a note.
 * @throws {InputError} when v1 has no such operation, or the body is no JSON object
 */
export const explain = (request: LegacyRequest): Explanation => {
  const unknown = unknownHost(request.url)
  if (unknown === '') return redact(explained(request), request)
  try {
    const { notes, ...rest } = explained(request)
    const note = `${unknown}: this holds only if it answers as one of them does`
    return redact({ ...rest, notes: [note, ...notes] }, request)
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${error.message}; ${unknown}`) : error
  }
}

/**
 * The way back: a v2 answer as the old caller gets it.
 * @param named the old operation, e.g. `GET /v1/pods`
 * @throws {InputError} when there is no such operation or the text is no answer of it
 */
export const explainAnswer = (
  named: string,
  text: string,
): { readonly old: unknown; readonly changes: readonly ExplainedChange[] } => {
  const [method = '', target = ''] = named.trim().split(/\s+/)
  const { path } = targetOf(target)
  const { route } = match(method.toUpperCase(), path.startsWith('/v1/') ? path : `/v1${path}`)
  const { down } = route.mapping.read
  const whole = bodyOf(text)
  if (!route.list) {
    const old = down(whole)
    return { old, changes: changesDown(route.mapping.read, whole, old as Json) }
  }
  const items = whole[route.list]
  if (!Array.isArray(items))
    throw new InputError(`v2 answers ${route.v2.method} ${route.v2.path} with {"${route.list}": […]}`)
  const old = items.map((item) => down(item as Json))
  const [first] = items as Json[]
  return { old, changes: first ? changesDown(route.mapping.read, first, old[0] as Json) : [] }
}
