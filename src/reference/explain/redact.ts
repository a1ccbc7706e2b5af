import { keyParameter } from '../../../mappings/hosts.ts'
import type { Explanation } from './explanation.ts'
import type { LegacyRequest } from './legacy-request.ts'

/** What stands where a key stood: a variable, so that what is printed can be run. */
export const KEY_VARIABLE = '$RUNPOD_API_KEY'

/** Names of fields whose value is nobody's business, in any body. */
const SECRET = /^(password|secret|token|accessSecret|value)$/i

const keysOf = ({ url, headers }: LegacyRequest): readonly string[] =>
  [
    headers.authorization?.replace(/^(?:bearer|basic)\s+/i, ''),
    new URLSearchParams(url.split('?')[1] ?? '').get(keyParameter.is) ?? undefined,
  ].filter((key): key is string => key !== undefined && key.length >= 4 && !key.startsWith('$'))

const hide = (value: unknown, keys: readonly string[], name = ''): unknown => {
  if (typeof value === 'string') {
    if (SECRET.test(name) && value !== '' && !value.startsWith('$')) return `<${name}>`
    return keys.reduce((text, key) => text.replaceAll(key, KEY_VARIABLE), value)
  }
  if (Array.isArray(value)) return value.map((one) => hide(one, keys))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hide(one, keys, key)]))
}

/** Takes the caller's key out of everything that would be printed, and passwords out of bodies. */
export const redact = (explanation: Explanation, request: LegacyRequest): Explanation => {
  const { explanation: kind, ...rest } = explanation
  return { explanation: kind, ...(hide(rest, keysOf(request)) as Omit<Explanation, 'explanation'>) }
}
