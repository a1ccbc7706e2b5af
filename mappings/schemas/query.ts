import type { z } from 'zod'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']

/**
 * Reads a URL's query as the types a query schema asks for; the schema then judges the result. What cannot be read as its type
 * stays a string, so that the schema names it. Parameters the schema does not know are left out.
 * @param lists how a list is written: `a=1&a=2` or `a=1,2`
 * @example PodListQuery.safeParse(queryValues(PodListQuery, new URLSearchParams('gpuTypeId=A&gpuTypeId=B&includeMachine=true')))
 */
export const queryValues = (
  schema: z.ZodObject,
  parameters: URLSearchParams,
  lists: 'repeat' | 'comma' = 'repeat',
): Record<string, unknown> => {
  const known = Object.entries(schema.shape).filter(([name]) => parameters.has(name))
  return Object.fromEntries(
    known.map(([name, field]) => {
      const given = parameters.getAll(name)
      return [name, readField(field, lists === 'comma' ? given.flatMap((text) => text.split(',')) : given)]
    }),
  )
}

const readField = (field: Schema, given: readonly string[]): unknown => {
  const types = typesOf(field)
  // A parameter that may be one value or a list is a list only when given more than once.
  if (types.has('array') && (given.length > 1 || types.size === 1)) return given
  return readScalar(types, given[0] ?? '')
}

/** Python writes booleans as `True`, so their case does not matter. */
const readScalar = (types: ReadonlySet<string>, text: string): unknown => {
  if (types.has('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (types.has('number') && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  return text
}

/** The kinds of value a field takes as written. */
const typesOf = (schema: Schema): Set<string> => {
  const def = schema._zod.def as Def
  if (def.type === 'optional' || def.type === 'nullable') return typesOf(def.innerType)
  if (def.type === 'pipe') return typesOf(def.in)
  if (def.type === 'union') return new Set(def.options.flatMap((option) => [...typesOf(option)]))
  return new Set([def.type])
}
