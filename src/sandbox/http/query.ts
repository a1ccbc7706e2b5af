import * as z from 'zod'
import { unwrapped } from './schema-at.ts'
import { validateAs } from './violations.ts'

const items = (values: readonly string[]): string[] =>
  values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')

/** What a schema would take for this text; a text it cannot take stays itself and is refused by name. */
const coerced = (schema: z.core.$ZodType, values: readonly string[]): unknown => {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray) return items(values)
  const text = values[0] ?? ''
  if (inner instanceof z.ZodNumber) return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (inner instanceof z.ZodBoolean && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/**
 * A query as its schema types it: lists are comma-separated or repeated. Parameters the schema does not know are ignored.
 * @throws {Problem} 422 for a value of the wrong form, 400 for a rule between parameters
 * @example queryAs(PodListQuery, call.query).includeClusterPods
 */
export const queryAs = <Schema extends z.ZodObject>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> => {
  const document: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(schema.shape)) {
    if (query.has(name)) document[name] = coerced(member as z.core.$ZodType, query.getAll(name))
  }
  return validateAs(schema, document, 'query')
}
