import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of an API: what the published document, our own document, the sandbox and the tests share. */
export interface Operation {
  readonly method: Method
  /** As the published document writes it: below the server's base, parameters in braces. */
  readonly path: string
  /** One line in our own words. */
  readonly summary: string
  readonly query?: z.ZodObject
  /** How a list is written in the query: `a=1&a=2` (the default) or `a=1,2`. */
  readonly lists?: 'repeat' | 'comma'
  readonly headers?: z.ZodObject
  readonly request?: z.ZodType
  /** What success answers; absent: nothing. */
  readonly response?: z.ZodType
  /** `application/json` where absent. */
  readonly mediaType?: 'text/event-stream' | 'text/html'
  /** The status of success. */
  readonly status: number
  /** A second status of success, without a body. */
  readonly emptyStatus?: number
  /** Evidence for an answer that the published document leaves out. */
  readonly beyondSpec?: string
}

/** An API: its calls by id (`v1.templates.create`), and the one shape of its errors. */
export interface Contract {
  readonly title: string
  readonly version: string
  /** Where the paths begin. */
  readonly base: string
  readonly operations: Readonly<Record<string, Operation>>
  readonly error: { readonly schema: z.ZodType; readonly mediaType: string }
}

/** The names in a path's braces: `/pods/{podId}/start` -> `['podId']`. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '')
