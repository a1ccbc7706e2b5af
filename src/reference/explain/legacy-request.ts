/** One request as somebody pasted it. */
export interface LegacyRequest {
  readonly method: string
  /** Absolute, or a path where the host was not said. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Thrown where the input is no request, with what would be one. */
export class InputError extends Error {
  override readonly name = 'InputError'
}
