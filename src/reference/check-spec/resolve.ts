import { isObject } from '../../../mappings/dsl/json.ts'

/** A JSON object nobody has looked into yet. */
export type Json = { readonly [key: string]: unknown }

/** A schema with its references followed: what may stand there, and whether null may too. */
export interface Resolved {
  readonly alternatives: readonly Json[]
  readonly nullable: boolean
}

/** An object, or an empty one for what is none: a document may be anything. */
export const asRecord = (value: unknown): Json => (isObject(value) ? value : {})

/** A list, or an empty one for what is none. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The texts of a list. */
export const asStrings = (value: unknown): readonly string[] =>
  asList(value).filter((item) => typeof item === 'string')

/** Deeper than any honest chain of references, compositions and alternatives at one place. */
const MOST_HOPS = 12

/**
 * Follows `$ref` (to this document only), folds `allOf`, and tells null apart in each way OpenAPI 3.0 and 3.1 write it.
 * @throws TypeError where a schema is made of itself with no field in between
 */
export const resolve = (document: unknown, written: unknown, hops = 0): Resolved => {
  const schema = flatten(document, asRecord(written), hops)
  const { anyOf, oneOf, ...around } = schema
  const choices = [...asList(anyOf), ...asList(oneOf)]
  if (choices.length === 0) return single(schema)
  const resolved = choices.map((choice) => resolve(document, { allOf: [around, choice] }, hops + 1))
  return {
    alternatives: resolved.flatMap(({ alternatives }) => alternatives),
    nullable: isNullable(schema) || resolved.some(({ nullable }) => nullable),
  }
}

/** The object a `$ref` names, e.g. `#/components/schemas/Pod`; the value itself where it is none. */
export const dereference = (document: unknown, value: unknown, hops = 0): Json => {
  const { $ref } = asRecord(value)
  if (typeof $ref !== 'string') return asRecord(value)
  notTooFar(hops)
  const steps = $ref.replace(/^#\//, '').split('/')
  const target = steps.reduce<unknown>((part, step) => asRecord(part)[decode(step)], document)
  return dereference(document, target, hops + 1)
}

/** The references a schema is made of at its own place: what it would contain itself through. */
export const referencesOf = (schema: unknown): string[] => {
  const { $ref, allOf, anyOf, oneOf } = asRecord(schema)
  const parts = [...asList(allOf), ...asList(anyOf), ...asList(oneOf)]
  return [...(typeof $ref === 'string' ? [$ref] : []), ...parts.flatMap(referencesOf)]
}

const notTooFar = (hops: number): void => {
  if (hops > MOST_HOPS) throw new TypeError('not a usable OpenAPI document: a schema refers to itself')
}

/** RFC 6901 section 4. */
const decode = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

const flatten = (document: unknown, schema: Json, hops: number): Json => {
  notTooFar(hops)
  const { $ref, allOf, ...own } = schema
  const parts = [
    ...($ref === undefined ? [] : [dereference(document, { $ref })]),
    ...asList(allOf).map(asRecord),
  ]
  return parts.map((part) => flatten(document, part, hops + 1)).reduce(fold, own)
}

const fold = (first: Json, second: Json): Json => ({
  ...second,
  ...first,
  ...(first.properties === undefined || second.properties === undefined
    ? {}
    : { properties: foldProperties(asRecord(first.properties), asRecord(second.properties)) }),
  required: [...new Set([...asStrings(first.required), ...asStrings(second.required)])],
})

/** A property both parts mention is held to both. */
const foldProperties = (first: Json, second: Json): Json => {
  const shared = Object.keys(first).filter((name) => name in second)
  const both = Object.fromEntries(shared.map((name) => [name, { allOf: [first[name], second[name]] }]))
  return { ...second, ...first, ...both }
}

const single = (schema: Json): Resolved => {
  const types = asStrings(schema.type)
  const rest = types.filter((type) => type !== 'null')
  if (schema.type === 'null') return { alternatives: [], nullable: true }
  return {
    alternatives: types.length === 0 ? [schema] : rest.map((type) => ({ ...schema, type })),
    nullable: isNullable(schema) || rest.length < types.length,
  }
}

const isNullable = (schema: Json): boolean => schema.nullable === true
