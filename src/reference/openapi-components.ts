import { z } from 'zod'
import type { Operation } from '../../mappings/schemas/operation.ts'
import * as v1 from '../../mappings/schemas/v1/index.ts'
import * as v2 from '../../mappings/schemas/v2/index.ts'

/** A JSON Schema (2020-12) as a plain object. */
export type JsonSchema = { readonly [keyword: string]: unknown }

const REFERENCE = '#/components/schemas/'

/** Schemas that are shown under a name of their own; the rest are written out where they are used. */
const named = { v1: { ...v1 }, v2: { ...v2 } } as const

/** The JSON Schemas of one API, by the schema they were made from. */
export interface Components {
  /** By name, only those something refers to. */
  readonly schemas: Readonly<Record<string, JsonSchema>>
  /** A reference where the schema has a name, the schema itself where it has not. */
  readonly refer: (schema: z.ZodType) => JsonSchema
  /** The schema itself, named or not. */
  readonly writeOut: (schema: z.ZodType) => JsonSchema
}

/** Makes the JSON Schemas of an API's operations: what a caller writes, so tolerated shapes are in them. */
export const components = (side: 'v1' | 'v2', used: readonly z.ZodType[]): Components => {
  const names = nameAll(side, used)
  const made = generate(names)
  const writeOut = (schema: z.ZodType) => made[names.get(schema) ?? ''] ?? {}
  const refer = (schema: z.ZodType) => {
    const name = names.get(schema) ?? ''
    return name.startsWith('_') ? writeOut(schema) : { $ref: REFERENCE + name }
  }
  return { refer, writeOut, schemas: made }
}

/** The schemas of an operation. */
export const schemasOf = ({ query, headers, request, response }: Operation): z.ZodType[] =>
  [query, headers, request, response].filter((schema) => schema !== undefined)

const nameAll = (side: 'v1' | 'v2', used: readonly z.ZodType[]): Map<z.ZodType, string> => {
  const names = new Map<z.ZodType, string>()
  for (const [name, schema] of Object.entries(named[side])) {
    // `…Fields` are shapes before their rules: for code, not for readers.
    if (schema instanceof z.ZodType && !name.endsWith('Fields')) names.set(schema, name)
  }
  for (const schema of used) if (!names.has(schema)) names.set(schema, `_${names.size}`)
  return names
}

const generate = (names: ReadonlyMap<z.ZodType, string>): Record<string, JsonSchema> => {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => REFERENCE + id,
    override: ({ jsonSchema }) => {
      // zod writes the range of safe integers out; it is no limit of the API's.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema)]))
}

const withoutIdentity = (schema: object): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$id' && keyword !== '$schema'))

/** Every name `value` refers to, followed through the schemas themselves. */
export const referredNames = (value: unknown, schemas: Readonly<Record<string, JsonSchema>>): Set<string> => {
  const found = new Set<string>()
  const follow = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(follow)
    if (typeof part !== 'object' || part === null) return
    for (const [key, inner] of Object.entries(part)) {
      if (key !== '$ref' || typeof inner !== 'string') follow(inner)
      else addName(inner.slice(REFERENCE.length))
    }
  }
  const addName = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    follow(schemas[name])
  }
  follow(value)
  return found
}
