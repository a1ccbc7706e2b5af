import { misfits, missingFrom } from '../../../mappings/dsl/fits.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { ProxyError } from '../errors.ts'
import type { Json } from './context.ts'
import { surelyFits } from './surely-fits.ts'

/** Holds an old body to the fields its API insisted on. @throws {ProxyError} FIELD_REFUSED naming those that are missing */
export const checkRequired = (facet: CompiledFacet, body: Json): void => {
  const missing = missingFrom(facet, body)
  if (missing.length === 0) return
  const errors = missing.map((name) => `missing property '${name}'`)
  throw new ProxyError('FIELD_REFUSED', 'Nothing was sent: REST v1 wanted more', {
    at: missing.join(', '),
    errors,
  })
}

/**
 * Holds a v2 body or query to v2's own schema before it is sent: a refusal that is certain costs no call, and its fields
 * are named in the caller's words.
 * @throws {ProxyError} FIELD_REFUSED
 */
export const preflight = (facet: CompiledFacet, doc: Json): void => {
  const shape = facet.shapes[1]
  if (!shape || surelyFits(shape, doc)) return
  const lines = misfits(facet, doc).map(({ says }) => says)
  if (lines.length === 0) return
  throw new ProxyError('FIELD_REFUSED', 'Nothing was sent: v2 would refuse this', {
    errors: [...new Set(lines)],
  })
}
