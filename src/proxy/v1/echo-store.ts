/** Old fields of a resource and their values. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Remembers, for one API key, the old fields that v2 cannot hold. Off unless the operator asks for it. Whoever
 * implements it never throws and never makes a caller wait for long: an echo is a courtesy.
 */
export interface EchoStore {
  /** Replaces what was remembered of the resource. */
  readonly remember: (key: string, resource: string, id: string, fields: Fields) => Promise<void>
  /** @returns what is remembered, by id. */
  readonly recall: (
    key: string,
    resource: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Fields>>
  readonly forget: (key: string, resource: string, id: string) => Promise<void>
}
