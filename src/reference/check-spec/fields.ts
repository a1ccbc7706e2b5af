import { BEYOND_SPEC, OPEN_SET } from '../../../mappings/schemas/marks.ts'
import { asRecord, asStrings, type Json, referencesOf, resolve } from './resolve.ts'

/** What a document says about one field. */
export interface SpecField {
  /** `object`, `array`, `record`, `string`, `integer`, `number`, `boolean`, `unknown`; alternatives joined by `|`. */
  readonly type: string
  readonly required: boolean
  readonly nullable: boolean
  readonly values?: readonly string[]
  /** The values are not listed here on purpose. */
  readonly open: boolean
  /** Listed here on purpose although a published document does not. */
  readonly beyondSpec: boolean
  /** Limits by keyword, e.g. `minimum`. */
  readonly limits: Readonly<Record<string, string>>
}

/** Fields by dotted path; `[]` an array's items, `{}` a record's values, `''` the schema itself. */
export type SpecFields = ReadonlyMap<string, SpecField>

const LIMITS = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'uniqueItems',
  'pattern',
]

/** Lists the fields of a JSON Schema of OpenAPI 3.0 or 3.1, references and compositions resolved. */
export const fieldsOf = (document: unknown, schema: unknown): SpecFields => {
  const fields = new Map<string, SpecField>()
  visit({ document, fields }, schema, { path: '', required: true, beyondSpec: false, within: [] })
  return fields
}

interface Walk {
  readonly document: unknown
  readonly fields: Map<string, SpecField>
}

interface Place {
  readonly path: string
  readonly required: boolean
  readonly beyondSpec: boolean
  /** The references followed on the way here. */
  readonly within: readonly string[]
}

const visit = (walk: Walk, written: unknown, place: Place): void => {
  const { alternatives, nullable } = resolve(walk.document, written)
  const marked = alternatives.filter((alternative) => alternative[BEYOND_SPEC] === undefined)
  // A tolerated alternative beside a published one says nothing about the published document.
  const shown = marked.length > 0 ? marked : alternatives
  const beyondSpec = place.beyondSpec || (marked.length === 0 && alternatives.length > 0)
  add(walk.fields, place.path, { ...describe(shown), nullable, required: place.required, beyondSpec })
  const references = referencesOf(written)
  if (references.some((reference) => place.within.includes(reference))) return // a schema that contains itself
  const children = shown.map((alternative) => childrenOf(alternative))
  const everywhere = (path: string) => children.every((list) => list.some((child) => child.step === path))
  for (const { step, schema, required } of children.flat()) {
    visit(walk, schema, {
      path: join(place.path, step),
      required: required && everywhere(step),
      beyondSpec,
      within: [...place.within, ...references],
    })
  }
}

interface Child {
  readonly step: string
  readonly schema: unknown
  readonly required: boolean
}

const childrenOf = (schema: Json): Child[] => {
  const required = asStrings(schema.required)
  const properties = Object.entries(asRecord(schema.properties)).map(([step, inner]) => ({
    step,
    schema: inner,
    required: required.includes(step),
  }))
  const items = valuesSchema(schema)
  if (typeOf(schema) === 'record') return [...properties, { step: '{}', schema: items, required: true }]
  return typeOf(schema) === 'array'
    ? [{ step: '[]', schema: schema.items ?? {}, required: true }]
    : properties
}

/** What a record's values are. The v1 document writes `items` there. */
const valuesSchema = (schema: Json): unknown => {
  const { additionalProperties, items } = schema
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties ?? {}).length > 0)
    return additionalProperties
  return schema.type === 'object' ? items : undefined
}

const typeOf = (schema: Json): string => {
  if (valuesSchema(schema) !== undefined && schema.properties === undefined) return 'record'
  if (typeof schema.type === 'string') return schema.type
  if (schema.properties !== undefined) return 'object'
  return schema.enum !== undefined || typeof schema.const === 'string' ? 'string' : 'unknown'
}

const describe = (alternatives: readonly Json[]) => {
  const types = [...new Set(alternatives.map(typeOf))].sort()
  const lists = alternatives.map(valuesOf)
  const values = lists.every((list) => list !== undefined) && lists.length > 0 ? lists.flat() : undefined
  const [only] = alternatives
  return {
    type: types.join('|') || 'unknown',
    open: alternatives.some((alternative) => alternative[OPEN_SET] !== undefined),
    limits: alternatives.length === 1 && only !== undefined ? limitsOf(only) : {},
    ...(values === undefined ? {} : { values }),
  }
}

const valuesOf = (schema: Json): string[] | undefined => {
  if (schema.const !== undefined) return [String(schema.const)]
  return Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null).map(String) : undefined
}

const limitsOf = (schema: Json): Record<string, string> => {
  const isFormatted = schema.format !== undefined // a library may write a format's pattern out as well
  const names = LIMITS.filter((name) => schema[name] !== undefined && !(name === 'pattern' && isFormatted))
  return Object.fromEntries(names.map((name) => [name, String(schema[name])]))
}

const join = (path: string, step: string): string =>
  path === '' || step === '[]' || step === '{}' ? path + step : `${path}.${step}`

/** Alternatives that share a path: listed values add up. */
const add = (fields: Map<string, SpecField>, path: string, field: SpecField): void => {
  const known = fields.get(path)
  if (known === undefined) return void fields.set(path, field)
  const values = known.values && field.values && [...new Set([...known.values, ...field.values])]
  fields.set(path, { ...known, required: known.required && field.required, ...(values ? { values } : {}) })
}
