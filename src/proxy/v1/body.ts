import type { Finding } from '../../../mappings/dsl/finding.ts'
import { isObject } from '../../../mappings/dsl/json.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import type { Policy } from '../../../mappings/dsl/runtime.ts'
import { ProxyError } from '../errors.ts'
import { readJson } from '../json.ts'
import type { Json } from './context.ts'

/** Reads a v1 body. No body at all is an empty one, as many clients send it. @throws {ProxyError} BODY_UNREADABLE */
export const readBody = (text: string): Json => {
  if (text === '' || text.trim() === '') return {}
  const value = readJson(text)
  if (isObject(value)) return value
  throw new ProxyError('BODY_UNREADABLE', 'The body must be a JSON object.')
}

const isBlocking = ({ code }: Finding): boolean =>
  code === 'REFUSED' || code === 'UNREADABLE' || code === 'UNKNOWN_FIELD'

/** Takes a v1 body up to v2. @throws {ProxyError} FIELD_REFUSED naming every field that cannot be honoured */
export const takeUp = (facet: CompiledFacet, body: Json, policy: Policy, notes: Finding[]): Json => {
  const { doc, findings } = facet.up(body, policy)
  if (findings.length === 0) return doc
  if (findings.some(isBlocking)) throw refusal(findings.filter(isBlocking))
  for (const finding of findings) notes.push(finding)
  return doc
}

/** A repeated parameter is a list. */
const queryObject = (query: URLSearchParams): Json =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, onlyOrAll(query.getAll(name))]))

const onlyOrAll = (values: readonly string[]) => (values.length === 1 ? values[0] : values)

/**
 * Takes a v1 query up to v2's. v1 ignored parameters it did not know; one it knew and v2 cannot honour is refused.
 * @throws {ProxyError} FIELD_REFUSED
 */
export const takeQueryUp = (
  facet: CompiledFacet,
  query: URLSearchParams,
  policy: Policy,
  notes: Finding[],
): Json => {
  const { doc, findings } = facet.up(queryObject(query), policy)
  const refused = findings.filter(({ code }) => code === 'REFUSED')
  if (refused.length > 0) throw refusal(refused)
  notes.push(...findings)
  return doc
}

const say = ({ at, why }: Finding) => `${at}: ${why}`

/** One answer for everything that cannot be honoured; each field with its reason. */
const refusal = (findings: readonly Finding[]): ProxyError => {
  const at = findings.map((finding) => finding.at).join(', ')
  const refused = findings.some(({ code }) => code === 'REFUSED')
  const detail = refused
    ? 'Nothing was sent: v2 cannot do what this asks for'
    : 'Nothing was sent: the body does not fit what REST v1 took'
  return new ProxyError('FIELD_REFUSED', detail, { at, errors: findings.map(say) })
}
