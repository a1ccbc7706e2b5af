import type { z } from 'zod'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { blank } from '../../../mappings/dsl/runtime.ts'
import { ProxyError } from '../errors.ts'
import { valueAt } from './behaviours/rows-by.ts'
import type { Json } from './context.ts'
import { surelyFits } from './surely-fits.ts'

type Issue = z.core.$ZodIssue

/** A path as v2 writes it: `mounts.network[0].path`. */
const written = (path: readonly PropertyKey[]) =>
  path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.')

/** An issue in the words v2 has for it, so that both are said to the caller by the same dictionary. */
const sayIssue = (doc: Json, { path, message }: Issue): string => {
  const missing = path.length > 0 && valueAt(doc, dotted(path)) === undefined
  return missing ? `$: missing property '${dotted(path)}'` : `$${written(path)}: ${message}`
}

const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success

const required = new WeakMap<CompiledFacet, readonly string[]>()
/** The fields the old API insisted on. */
const requiredIn = (facet: CompiledFacet): readonly string[] => {
  const known = required.get(facet)
  if (known) return known
  const { shape = {} } = (facet.shapes[0] ?? {}) as { shape?: Record<string, z.ZodType> }
  const names = Object.entries(shape).flatMap(([name, field]) => (isRequired(field) ? [name] : []))
  required.set(facet, names)
  return names
}

/** Holds an old body to the fields its API insisted on. @throws {ProxyError} FIELD_REFUSED naming those that are missing */
export const checkRequired = (facet: CompiledFacet, body: Json): void => {
  const blanks = facet.plan.blankIsAbsent
  const missing = requiredIn(facet).filter((name) => body[name] == null || (blanks && blank(body[name])))
  if (missing.length === 0) return
  const errors = missing.map((name) => `missing property '${name}'`)
  throw new ProxyError('FIELD_REFUSED', 'Nothing was sent: REST v1 wanted more', {
    at: missing.join(', '),
    errors,
  })
}

/**
 * Holds a v2 body or query to v2's own schema before it is sent: a refusal that is certain costs no call, and its fields
 * are named in the caller's words. The schema is the one in the mapping; this knows no limit of its own.
 * @throws {ProxyError} FIELD_REFUSED
 */
export const preflight = (facet: CompiledFacet, doc: Json): void => {
  const shape = facet.shapes[1]
  if (!shape || surelyFits(shape, doc)) return
  const result = shape.safeParse(doc)
  if (result.success) return
  const lines = result.error.issues.map((issue) => facet.wording.message(sayIssue(doc, issue)))
  throw new ProxyError('FIELD_REFUSED', 'Nothing was sent: v2 would refuse this', {
    errors: [...new Set(lines)],
  })
}
