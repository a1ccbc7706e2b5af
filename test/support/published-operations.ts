import { publishedSchemaAt, publishedSpec } from './published-spec.ts'

/** One call of a published document, ready to judge requests and answers. */
export interface PublishedOperation {
  readonly id: string
  /** What is wrong with a request, one line each. */
  readonly request: (query: URLSearchParams, body: unknown) => string[]
  /** What is wrong with an answer of success, one line each. */
  readonly answer: (status: number, body: unknown) => string[]
}

type Json = Record<string, unknown>
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly explode?: boolean
  readonly schema: Json
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const pointer = (...keys: readonly string[]) =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/** Finds the operation that a method and a path belong to; undefined where the document has none. */
export const publishedOperation = (
  side: 'v1' | 'v2',
  method: string,
  path: string,
): PublishedOperation | undefined => {
  const paths = (publishedSpec(side) as { paths: Record<string, Json> }).paths
  const below = side === 'v1' ? path.replace(/^\/v1/, '') : path
  const segments = below.split('/')
  const fits = (template: string) => {
    const parts = template.split('/')
    return (
      parts.length === segments.length &&
      parts.every((part, at) => part === segments[at] || (part.startsWith('{') && segments[at] !== ''))
    )
  }
  // A literal segment wins over a parameter: fewer braces first.
  const [template] = Object.keys(paths)
    .filter(fits)
    .sort((a, b) => a.split('{').length - b.split('{').length)
  const found = template === undefined ? undefined : paths[template]?.[method.toLowerCase()]
  if (template === undefined || found === undefined || !METHODS.includes(method.toLowerCase()))
    return undefined
  return describe(side, template, method.toLowerCase(), found as Json)
}

const describe = (side: 'v1' | 'v2', path: string, method: string, operation: Json): PublishedOperation => {
  const at = ['paths', path, method]
  const parameters = ((operation.parameters ?? []) as Json[]).map(
    (one) => resolve(side, one) as unknown as Parameter,
  )
  return {
    id: String(operation.operationId),
    request: (query, body) => [
      ...queryFailures(side, parameters, query),
      ...bodyFailures(side, operation, at, body),
    ],
    answer: (status, body) => answerFailures(side, operation, at, status, body),
  }
}

const resolve = (side: 'v1' | 'v2', value: Json): Json => {
  if (typeof value.$ref !== 'string') return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce<Json>((node, key) => node[key] as Json, publishedSpec(side) as Json)
}

const queryFailures = (
  side: 'v1' | 'v2',
  parameters: readonly Parameter[],
  query: URLSearchParams,
): string[] => {
  const known = parameters.filter((one) => one.in === 'query')
  const strangers = [...query.keys()].filter((name) => !known.some((one) => one.name === name))
  const wrong = known
    .filter(({ name }) => query.has(name))
    .flatMap((one) => {
      const validate = publishedSchemaAt(side, one.schema)
      return validate(readParameter(side, one, query)).map((failure) => `?${one.name} ${failure}`)
    })
  return [...strangers.map((name) => `?${name} is not a parameter`), ...wrong]
}

const readParameter = (
  side: 'v1' | 'v2',
  { name, schema, explode }: Parameter,
  query: URLSearchParams,
): unknown => {
  const type = resolve(side, schema).type
  const given = query.getAll(name)
  if (type === 'array') return explode === false ? given.flatMap((text) => text.split(',')) : given
  if (given.length > 1) return given
  const text = given[0] ?? ''
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return type === 'integer' || type === 'number' ? Number(text) : text
}

const bodyFailures = (side: 'v1' | 'v2', operation: Json, at: readonly string[], body: unknown): string[] => {
  if (operation.requestBody === undefined) return body === undefined ? [] : ['a body where none belongs']
  if (body === undefined) return ['no body']
  return publishedSchemaAt(side, pointer(...at, 'requestBody', 'content', 'application/json', 'schema'))(body)
}

const answerFailures = (
  side: 'v1' | 'v2',
  operation: Json,
  at: readonly string[],
  status: number,
  body: unknown,
): string[] => {
  const response = (operation.responses as Record<string, { content?: Json }>)[status]
  // v1's document shows no success for restart and no body for start, stop and reset.
  if (response === undefined) return status === 200 ? [] : [`status ${status} is not in the document`]
  if (response.content === undefined) return []
  return publishedSchemaAt(
    side,
    pointer(...at, 'responses', String(status), 'content', 'application/json', 'schema'),
  )(body)
}
