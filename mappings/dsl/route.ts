import type { BehaviourName } from './behaviour.ts'
import type { Facts } from './facts.ts'
import type { CompiledFacet, Resource } from './mapping.ts'

/** The methods either API uses. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A method and a path template, e.g. `PATCH /templates/{templateId}`. */
export interface Operation {
  readonly method: Method
  readonly path: string
}

/** An effect that a program has to bring about by itself, with how. */
export interface Besides {
  readonly why: string
  readonly fix: string
  /** The behaviour that brings it about, where somebody takes care of that. */
  readonly by?: BehaviourName
}

/** One old operation and what becomes of it. */
export interface Route {
  /** The operation's id, e.g. `v1.templates.create`: metric label, finding rule, anchor. */
  readonly id: string
  readonly mapping: Resource
  readonly old: Operation
  readonly v2: Operation
  /** The facet that the body goes up through; without one the old operation has no body. */
  readonly body?: 'create' | 'update'
  /** The constant body that v2 wants (`{ action: 'stop' }`). */
  readonly sends?: Readonly<Record<string, unknown>>
  /** What the old caller gets back. */
  readonly answer: 'one' | 'list' | 'none'
  /** The envelope's key of a v2 list. */
  readonly list?: string
  /** The old API's status for success. */
  readonly success: 200 | 201 | 204
  /** Functions of the proxy that take part, in order. */
  readonly does: readonly BehaviourName[]
  /** The old answer's facts that the call was to bring about: where they hold already, it has succeeded. */
  readonly brings?: Facts
  /** What the call brought about besides its answer, and v2's does not. */
  readonly besides?: Besides
  /** Set where v2 has no such operation: why, and what to do. */
  readonly gone?: string
}

/** The facet that a call's body goes up through; undefined where the old operation has none. */
export const bodyFacet = ({ mapping, body }: Route): CompiledFacet | undefined => body && mapping[body]

type RouteOptions = Pick<Route, 'body' | 'sends' | 'list' | 'gone' | 'brings' | 'besides'> & {
  readonly answer?: Route['answer']
  readonly success?: Route['success']
  readonly does?: readonly BehaviourName[]
}

const operation = (text: `${Method} /${string}`): Operation => {
  const [method, path] = text.split(' ') as [Method, string]
  return { method, path }
}

/**
 * Starts a resource's table of routes.
 * @example const route = routesOf(templates); route('create', 'POST /v1/templates', 'POST /v2/templates', { body: 'create' })
 */
export const routesOf =
  (mapping: Resource) =>
  (
    name: string,
    old: `${Method} /${string}`,
    v2: `${Method} /${string}`,
    options: RouteOptions = {},
  ): Route => ({
    success: 200,
    does: [],
    ...options,
    id: `${mapping.id}.${name}`,
    mapping,
    old: operation(old),
    v2: operation(v2),
    answer: options.answer ?? (options.list ? 'list' : 'one'),
  })
