import { z } from 'zod'

/** Metadata keys the marks below leave on a schema. They are OpenAPI extensions (`x-`), so a built document keeps them. */
export const BEYOND_SPEC = 'x-beyond-spec'
export const OPEN_SET = 'x-open-set'

/**
 * Marks a field, or one alternative of it, that the published API document does not list although real clients send or read it.
 *
 * Apply it last: any method called on the result (`.optional()` aside) makes a copy that has lost the mark.
 * @param evidence who was seen doing so
 * @example minCudaVersion: beyondSpec(CudaVersion, 'a command-line client sends it on pod create').optional()
 */
export const beyondSpec = <Schema extends z.ZodType>(schema: Schema, evidence: string): Schema =>
  schema.meta({ [BEYOND_SPEC]: evidence })

/**
 * A plain string where the published document lists values. The list ages faster than the API's version, so it is not copied:
 * the service that owns the list checks the value.
 * @param why what changes the list
 */
export const openSet = (why: string): z.ZodString => z.string().meta({ [OPEN_SET]: why })

/** The evidence left by {@link beyondSpec}, or undefined. */
export const beyondSpecOf = (schema: z.core.$ZodType): string | undefined => mark(schema, BEYOND_SPEC)

const mark = (schema: z.core.$ZodType, key: string): string | undefined => {
  const value = z.globalRegistry.get(schema)?.[key]
  return typeof value === 'string' ? value : undefined
}
