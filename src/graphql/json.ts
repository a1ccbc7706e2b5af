/** A JSON object as an API answered it, or is to be sent one. */
export type Json = Readonly<Record<string, unknown>>
