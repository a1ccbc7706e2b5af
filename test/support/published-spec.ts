import { existsSync, readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'

const FOLDER = new URL('../../../shared/specs/', import.meta.url)

const cache = new Map<string, unknown>()

/**
 * The published OpenAPI document of an API, read from beside the repository (they are not ours to copy in).
 * @returns undefined where it is not there; a test that needs it says by name that it was not run
 */
export const publishedSpec = (side: 'v1' | 'v2'): unknown => {
  const file = new URL(`${side}-openapi.json`, FOLDER)
  if (!cache.has(side)) cache.set(side, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
  return cache.get(side)
}

/** Holds a value against a published schema: `[]` where it is valid, else one line a failure. */
export type PublishedValidator = (value: unknown) => string[]

/**
 * A validator made from a schema of a published document.
 * @param name of a component, e.g. `CreatePodRequest` (v2) or `PodCreateInput` (v1)
 * @returns undefined where the document is not there
 * @throws Error when the document has no such schema
 */
export const publishedValidator = (side: 'v1' | 'v2', name: string): PublishedValidator | undefined => {
  const document = publishedSpec(side)
  if (document === undefined) return undefined
  const validate = ajvFor(side, document).getSchema(`spec#/components/schemas/${name}`)
  if (validate === undefined) throw new Error(`the published document of ${side} has no schema ${name}`)
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'}: ${message}`)
}

/**
 * A validator for any schema of a published document: a JSON pointer from its root, or a schema that refers into it.
 * @throws Error when the pointer leads nowhere or the document is not there
 */
export const publishedSchemaAt = (side: 'v1' | 'v2', at: string | object): PublishedValidator => {
  const ajv = ajvFor(side, publishedSpec(side))
  const validate = typeof at === 'string' ? ajv.getSchema(`spec#${at}`) : ajv.compile(intoSpec(at) as object)
  if (validate === undefined)
    throw new Error(`the published document of ${side} has nothing at ${String(at)}`)
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'}: ${message}`)
}

/** The same schema with its references leading into the document. */
const intoSpec = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(intoSpec)
  if (typeof value !== 'object' || value === null) return value
  return asJsonSchema(
    Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === '$ref' ? `spec${inner}` : intoSpec(inner)]),
    ),
  )
}

const ajvs = new Map<string, Ajv2020>()

const ajvFor = (side: string, document: unknown): Ajv2020 => {
  const known = ajvs.get(side)
  if (known !== undefined) return known
  // Documents hold keywords of OpenAPI that no JSON Schema validator knows, so it may not be strict about them.
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addFormat(
    'date-time',
    (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
  )
  ajv.addFormat('uri', (text: string) => URL.canParse(text))
  ajv.addFormat('ipv4', isIPv4)
  for (const format of ['float', 'double', 'currency'])
    ajv.addFormat(format, { type: 'number', validate: () => true })
  ajv.addSchema(asJsonSchema(document) as object, 'spec')
  ajvs.set(side, ajv)
  return ajv
}

/**
 * An OpenAPI document with its schemas as JSON Schema 2020-12 that ajv reads rightly: OpenAPI 3.0's `nullable`; the v1 document's
 * `items` under `type: object`; and `if` moved into `allOf`, because ajv 8 loses track of evaluated properties when an `if`
 * beside `unevaluatedProperties` does not hold.
 */
const asJsonSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asJsonSchema)
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJsonSchema(inner)]))
  return withConditionInAllOf(withRecordValues(withNull(schema)))
}

type Json = Record<string, unknown>

const withNull = ({ nullable, ...schema }: Json): Json =>
  nullable === true && schema.type !== undefined ? { ...schema, type: [schema.type, 'null'] } : schema

const withRecordValues = ({ items, ...schema }: Json): Json => {
  if (items === undefined) return schema
  const isObject = [schema.type].flat().includes('object')
  return isObject ? { ...schema, additionalProperties: items } : { ...schema, items }
}

const withConditionInAllOf = (schema: Json): Json => {
  if (schema.if === undefined) return schema
  const isCondition = (keyword: string) => keyword === 'if' || keyword === 'then'
  const part = (wanted: boolean): Json =>
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => isCondition(keyword) === wanted))
  const allOf = Array.isArray(schema.allOf) ? schema.allOf : []
  return { ...part(false), allOf: [...allOf, part(true)] }
}
