import type { Finding } from '../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import type { Policy } from '../../../mappings/dsl/runtime.ts'
import { ProxyError } from '../errors.ts'
import { readJson } from '../json.ts'
import type { Json } from './context.ts'

/** Reads a v1 body. No body at all is an empty one, as many clients send it. @throws {ProxyError} BODY_UNREADABLE */
export const readBody = (text: string): Json => {
  if (text.trim() === '') return {}
  const value = readJson(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw new ProxyError('BODY_UNREADABLE', 'The body must be a JSON object.')
}

const BLOCKING = new Set<Finding['code']>(['REFUSED', 'UNREADABLE', 'UNKNOWN_FIELD'])

/** Takes a v1 body up to v2. @throws {ProxyError} FIELD_REFUSED naming every field that cannot be honoured */
export const takeUp = (facet: CompiledFacet, body: Json, policy: Policy, notes: Finding[]): Json => {
  const { doc, findings } = facet.up(body, policy)
  const blocking = findings.filter(({ code }) => BLOCKING.has(code))
  if (blocking.length > 0) throw refusal(blocking)
  notes.push(...findings)
  return doc
}

const say = ({ at, why }: Finding) => `${at}: ${why}`

/** One answer for everything that cannot be honoured; each field with its reason. */
export const refusal = (findings: readonly Finding[]): ProxyError => {
  const at = findings.map((finding) => finding.at).join(', ')
  const refused = findings.some(({ code }) => code === 'REFUSED')
  const detail = refused
    ? 'Nothing was sent: v2 cannot do what this asks for'
    : 'Nothing was sent: the body does not fit what REST v1 took'
  return new ProxyError('FIELD_REFUSED', detail, { at, errors: findings.map(say) })
}
