import { BEYOND_SPEC } from '../../../mappings/schemas/marks.ts'
import { fieldsOf, type SpecFields } from './fields.ts'
import { asList, asRecord, dereference, type Json } from './resolve.ts'

/** One call of an OpenAPI document. */
export interface SpecCall {
  /** Parameters of the query and of headers, as the fields of one object; `[]` lists say how they are written. */
  readonly parameters: SpecFields
  readonly request: SpecFields
  readonly response: SpecFields
  readonly error: SpecFields
  /** The statuses of success. */
  readonly statuses: readonly string[]
  /** How lists in the query are written, by parameter. */
  readonly commaLists: ReadonlySet<string>
  readonly beyondSpec: boolean
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Lists the calls of an OpenAPI 3.0 or 3.1 document by `METHOD /path`, parameters in the path without their names. */
export const callsOf = (document: unknown): Map<string, SpecCall> => {
  const calls = new Map<string, SpecCall>()
  for (const [path, item] of Object.entries(asRecord(asRecord(document).paths))) {
    for (const method of METHODS) {
      const operation = asRecord(item)[method]
      if (operation === undefined) continue
      const key = `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
      calls.set(key, callOf(document, asRecord(item), asRecord(operation)))
    }
  }
  return calls
}

const callOf = (document: unknown, item: Json, operation: Json): SpecCall => {
  const parameters = [...asList(item.parameters), ...asList(operation.parameters)]
    .map((parameter) => dereference(document, parameter))
    .filter((parameter) => parameter.in === 'query' || parameter.in === 'header')
  const responses = asRecord(operation.responses)
  const statuses = Object.keys(responses).filter((status) => status.startsWith('2'))
  const successes = statuses.map((status) => bodySchema(document, responses[status]))
  return {
    parameters: fieldsOf(document, asObjectSchema(parameters)),
    request: bodyFields(document, bodySchema(document, operation.requestBody)),
    response: bodyFields(
      document,
      successes.find((schema) => schema !== undefined),
    ),
    error: bodyFields(document, bodySchema(document, responses.default)),
    statuses,
    commaLists: new Set(parameters.filter(isCommaList).map((parameter) => String(parameter.name))),
    beyondSpec: operation[BEYOND_SPEC] !== undefined,
  }
}

const asObjectSchema = (parameters: readonly Json[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])),
  required: parameters.filter((parameter) => parameter.required === true).map(({ name }) => name),
})

const isCommaList = (parameter: Json): boolean => parameter.in === 'query' && parameter.explode === false

const bodyFields = (document: unknown, schema: unknown): SpecFields =>
  schema === undefined ? new Map() : fieldsOf(document, schema)

/** The schema of a body: of the first media type, as these documents name one each. */
const bodySchema = (document: unknown, body: unknown): unknown => {
  const [media] = Object.values(asRecord(dereference(document, body).content))
  return asRecord(media).schema
}
