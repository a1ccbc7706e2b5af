import type { ts } from 'ts-morph'
import type { Scope } from './program/frames/frames.ts'
import type { Source, Trace } from './program/frames/source.ts'
import { overridden } from './program/held/overridden.ts'
import { nothing } from './program/syntax/nodes.ts'

/**
 * Where a sink takes one of its roles from: an expression, or a member of an options object. With a frame of its own
 * where it stands in a function that is not on the way to the sink (what made the client).
 */
export type Place = (
  | { readonly kind: 'expression'; readonly node: ts.Expression }
  | { readonly kind: 'member'; readonly object: ts.Expression; readonly name: string }
) & { readonly made?: Scope }

/**
 * What a call's value is: a fetch Response, `{ data, status }`, undici's `{ body }` that is parsed by asking it, got's
 * `{ body }` of text or parsed already, superagent's `{ body, text }`, openapi-fetch's `{ data, error }`, an rx stream
 * of `{ data }`, the parsed body itself, its text, GraphQL's `data` (what was refused is thrown), the same as
 * `{ data }`, or something nobody here can follow.
 */
export type Answer =
  | 'response'
  | 'axios'
  | 'undici'
  | 'text-body'
  | 'json-body'
  | 'superagent'
  | 'openapi'
  | 'stream'
  | 'payload'
  | 'text'
  | 'data'
  | 'raw'
  | 'unknown'

/** What a client that speaks GraphQL is given: a document and its variables, each by itself. */
export interface GraphqlRoles {
  readonly document: Place
  readonly variables?: Place
  /** Where headers may be said, the call's own first. */
  readonly headers: readonly Place[]
  /** What the client is told of each of its requests, and the call of its own. */
  readonly options?: readonly { readonly node: ts.Expression; readonly scope: Scope | undefined }[]
}

/**
 * Why a call is only listed: nothing is known of its library, its request is put together under a name of its own or said
 * in several parts, its answer is handed to something else than the caller, its client is made in several ways or may be an
 * object of the program's own, an interceptor sets what it asks for, a hook looks at it, or a function of the program's own
 * answers it, its body is somewhere in what is spread, it sends
 * several documents at once, or nobody knows that it is a call.
 */
export type Listed =
  | 'library'
  | 'steps'
  | 'parts'
  | 'answer'
  | 'makers'
  | 'objects'
  | 'interceptor'
  | 'hook'
  | 'adapter'
  | 'spread'
  | 'batch'
  | 'agent'
  | 'unknown'

/** One call of an HTTP library, with the place of each role. */
export interface Sink {
  readonly library: string
  /** The call whose value is the answer. */
  readonly call: ts.CallExpression
  /** The call that takes the arguments, where a link further on in its chain gives the answer (`got(url).json()`). */
  readonly request?: ts.CallExpression
  readonly url: Place
  /** Set before the URL (axios `baseURL`, ky `prefixUrl`), with one slash between the two. */
  readonly base?: Place
  /** What the program sets in the place of that base. */
  readonly rebased?: readonly Place[]
  /** The client that keeps the base among what it does by default (axios `defaults`), where the call's own options say none. */
  readonly client?: ts.Expression
  /** Set where the URL is made of a host and a path that are said apart (node:https). */
  readonly path?: Place
  /** The options object, where headers and the like go. */
  readonly options?: ts.Expression
  readonly method: Place | { readonly kind: 'fixed'; readonly method: string; readonly name?: ts.Node }
  /** Set where the method is what a member of the client is chosen by (`client[verb](path)`): what its arguments are hangs on it. */
  readonly withVerb?: (method: string) => Sink
  readonly body?: Place
  /** The member of an options object that says the body, where the call gives no options. */
  readonly openBody?: string
  /** The link of a chain that says the body, where the call has none. */
  readonly openLink?: string
  /** What ends a request to which nothing is written (node:https), and may be given its body. */
  readonly openEnd?: ts.CallExpression
  /** Set where the URL is a path template of an OpenAPI document, and its parameters are said by name in `params`. */
  readonly template?: true
  /** The type argument that says which paths there are. */
  readonly paths?: ts.TypeNode
  /** True where the library turns an object body into JSON by itself. */
  readonly serializes: boolean
  /** Query parameters given apart from the URL (axios `params`). */
  readonly query?: Place
  readonly answer: Answer
  /** Set where a call that fails throws. */
  readonly throws?: true
  /** Functions of the client's own that see each answer before the caller does. */
  readonly hooks?: readonly ts.Node[]
  /** Functions of the client's own that see each request before it is sent (hooks of ky, got and ofetch). */
  readonly asking?: readonly ts.Node[]
  /** Set where an option makes something else of each answer (axios `transformResponse`). */
  readonly transforms?: true
  /** Those that only see what fails (axios interceptors, ofetch's `onResponseError`). */
  readonly failed?: readonly ts.Node[]
  /** Those that only see what went well (axios interceptors). */
  readonly passed?: readonly ts.Node[]
  /** By what those take a request that see it before it is sent (axios interceptors). */
  readonly told?: readonly ts.BindingName[]
  /** Where it may be said what tells by a status whether a call went well (axios `validateStatus`), the call's own first. */
  readonly judges?: readonly Place[]
  /** Where headers are said but for the options. */
  readonly headers?: readonly Place[]
  /** The expressions that hold the answer's text, where a callback takes it (node:https): the call itself gives none. */
  readonly texts?: readonly ts.Expression[]
  /** Set where a callback, or something else that is given the request, takes the answer out of sight. */
  readonly unseen?: true
  /** Set for clients that speak GraphQL. */
  readonly graphql?: GraphqlRoles
  /** Set for calls that are listed and never rewritten, with what is in the way. */
  readonly listed?: Listed
}

/** The place of a member of an options object. */
export const member = (object: ts.Expression | undefined, name: string): Place | undefined =>
  object ? { kind: 'member', object, name } : undefined

/** The place of an argument. */
export const expression = (node: ts.Expression | undefined): Place => ({
  kind: 'expression',
  node: node ?? nothing,
})

/** An object with one member, or without it where there is no such place. */
export const given = <K extends string>(name: K, place: Place | undefined): { [P in K]?: Place } =>
  (place ? { [name]: place } : {}) as { [P in K]?: Place }

/** The expressions a place may stand for, each with the frame to read it in. */
export const placed = (trace: Trace, place: Place | undefined, scope: Scope | undefined): Source[] => {
  if (!place) return []
  const within = frameFor(place, scope)
  if (place.kind === 'expression') return place.node === nothing ? [] : [{ node: place.node, scope: within }]
  const { object: node, name } = place
  const found = trace.members(node, name, within).filter((one) => one.node !== nothing)
  const roots = trace.sources(node, within)
  return [...found, ...overridden(trace, { node, name, said: name, roots, scope: within }, found)]
}

/** The frame to read a place in. */
export const frameFor = ({ made }: Place, scope: Scope | undefined): Scope | undefined =>
  made ? appended(made, scope) : scope

/** A chain of frames with another one at its outer end. */
export const appended = (scope: Scope | undefined, frame: Scope | undefined): Scope | undefined =>
  scope ? { ...scope, outer: appended(scope.outer, frame) } : frame
