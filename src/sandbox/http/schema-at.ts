import * as z from 'zod'

/** A schema without what only wraps it: optional, nullable, default. */
const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType }
  return innerType ? unwrapped(innerType) : schema
}

const step = (schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType[] => {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject) {
    const member: unknown = inner.shape[String(key)]
    return member instanceof z.ZodType ? [member] : []
  }
  if (inner instanceof z.ZodArray) return [inner.element as z.core.$ZodType]
  if (inner instanceof z.ZodRecord) return [inner.valueType as z.core.$ZodType]
  return inner instanceof z.ZodUnion
    ? inner.options.flatMap((option) => step(option as z.core.$ZodType, key))
    : []
}

/** The schemas that may stand at a path: one, or one for each branch of a union on the way. */
const schemasAt = (schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType[] =>
  path.reduce<z.core.$ZodType[]>((schemas, key) => schemas.flatMap((one) => step(one, key)), [schema])

const isInteger = (schema: z.core.$ZodType): boolean => {
  const { type, format } = unwrapped(schema)._zod.def as { type?: string; format?: string }
  return type === 'number' && (format === 'safeint' || format === 'int32')
}

/** True where the schema wants a whole number at that path: zod's issue says only `number`. */
export const wantsInteger = (schema: z.core.$ZodType, path: readonly PropertyKey[]): boolean =>
  schemasAt(schema, path).some(isInteger)
