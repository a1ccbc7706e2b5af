import type { z } from 'zod'
import type { CompiledFacet } from './mapping.ts'
import { once } from './once.ts'
import { blank } from './runtime.ts'

type Json = Readonly<Record<string, unknown>>
type Issue = z.core.$ZodIssue

/** A path as v2 writes it: `mounts.network[0].path`. */
const written = (path: readonly PropertyKey[]) =>
  path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')

const valueAt = (doc: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at == null ? undefined : (at as Record<PropertyKey, unknown>)[key]), doc)

/** An issue in the words v2 has for it, so that both are said to the caller by the same dictionary. */
const asV2Says = (doc: Json, { path, message }: Issue): string => {
  const missing = path.length > 0 && valueAt(doc, path) === undefined
  return missing ? `$: missing property '${path.map(String).join('.')}'` : `$${written(path)}: ${message}`
}

const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success

/** The fields the old API insisted on. */
const requiredIn = once((facet: CompiledFacet): readonly string[] => {
  const { shape = {} } = (facet.shapes[0] ?? {}) as { shape?: Record<string, z.ZodType> }
  return Object.entries(shape).flatMap(([name, field]) => (isRequired(field) ? [name] : []))
})

/** What the old API insisted on and an old body lacks. */
export const missingFrom = (facet: CompiledFacet, body: Json): readonly string[] => {
  const blanks = facet.plan.blankIsAbsent
  return requiredIn(facet).filter((name) => body[name] == null || (blanks && blank(body[name])))
}

/** One thing v2 is certain to refuse. */
export interface Misfit {
  /** Where, in v2's words. */
  readonly path: string
  /** In the caller's words. */
  readonly says: string
}

/** What v2's own schema refuses in a v2 document; the mapping knows no limit of its own. */
export const misfits = (facet: CompiledFacet, doc: Json): readonly Misfit[] => {
  const result = facet.shapes[1]?.safeParse(doc)
  if (!result || result.success) return []
  return result.error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    says: facet.wording.message(asV2Says(doc, issue)),
  }))
}
