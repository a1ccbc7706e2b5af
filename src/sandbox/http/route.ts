/** One authenticated REST v2 request, its body already parsed. */
export interface Call {
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>
  /** The query, percent-decoded. */
  readonly query: URLSearchParams
  /** The JSON body; undefined where none was sent. */
  readonly body: unknown
  /** Scheme, host and port the caller used, e.g. `http://127.0.0.1:8789`. */
  readonly origin: string
  readonly header: (name: string) => string | undefined
}

/** What a handler answers: JSON, or nothing where `body` is left out. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
}

/** Answers one call, at once: a change and its record are one step. A `Response` is for streams only. @throws {Problem} */
export type Handler = (call: Call) => Reply | Response

/** One operation of REST v2. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As the v2 document writes it, with `:id` for `{id}`. */
  readonly path: string
  readonly handle: Handler
}

/** 200 with a body. */
export const ok = (body: unknown): Reply => ({ status: 200, body })

/** 201 with the created resource. */
export const created = (body: unknown): Reply => ({ status: 201, body })

/** 204: done, nothing to say. */
export const noContent: Reply = { status: 204 }

/** The path parameter `id`; routes that call this declare it. */
export const idOf = (call: Call): string => call.params.id ?? ''
