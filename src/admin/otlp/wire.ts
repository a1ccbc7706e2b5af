import type { OtlpSettings } from './settings.ts'

/** An attribute in OTLP's JSON encoding. 64-bit numbers are text there. */
export interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue: string } | { readonly intValue: string }
}

/** Attributes of a plain object; what is undefined is left out. */
export const attributes = (of: Readonly<Record<string, string | number | undefined>>): Attribute[] =>
  Object.entries(of).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }]
  })

const NANOSECONDS = 1_000_000 // in a millisecond

/** Milliseconds since 1970, with their fraction, as nanoseconds in text. */
export const nanoseconds = (milliseconds: number): string => {
  const whole = Math.floor(milliseconds)
  return String(
    BigInt(whole) * BigInt(NANOSECONDS) + BigInt(Math.round((milliseconds - whole) * NANOSECONDS)),
  )
}

/** Whose signals these are. */
export const scopeOf = ({ resource }: OtlpSettings, version: string) => ({
  resource: { attributes: attributes(resource) },
  scope: { name: 'upshift', version },
})

/**
 * Posts one export (OTLP/HTTP with JSON). A collector that is away costs the batch: telemetry is never kept in memory
 * for it. @throws where it did not answer 2xx in time
 */
export const post = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  timeout: number,
  body: object,
): Promise<void> => {
  const { request } = await import('undici')
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    headersTimeout: timeout,
    bodyTimeout: timeout,
    signal: AbortSignal.timeout(timeout),
  })
  await answer.body.dump()
  if (answer.statusCode >= 300) throw new Error(`the collector answered ${answer.statusCode}`)
}
