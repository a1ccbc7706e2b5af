import type { z } from 'zod'
import { BEYOND_SPEC } from '../../mappings/schemas/marks.ts'
import type { Contract, Operation } from '../../mappings/schemas/operation.ts'
import { type ContractSide, contracts, pathParameters } from '../../mappings/schemas/operations.ts'
import {
  type Components,
  components,
  type JsonSchema,
  referredNames,
  schemasOf,
} from './openapi-components.ts'

/** An OpenAPI 3.1 document, plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly security: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: object
  }
}

const built = new Map<ContractSide, OpenApiDocument>()

/** The OpenAPI document of one of the REST APIs, made from the schemas requests are held against. Built once. */
export const openApiDocument = (side: ContractSide): OpenApiDocument => {
  const known = built.get(side) ?? build(side, contracts[side])
  built.set(side, known)
  return known
}

const build = (side: ContractSide, contract: Contract): OpenApiDocument => {
  const used = [contract.error.schema, ...Object.values(contract.operations).flatMap(schemasOf)]
  const made = components(side, used)
  const paths = pathsOf(contract, made)
  const names = referredNames(paths, made.schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: contract.title,
      version: contract.version,
      description: `The calls of ${contract.title} that are answered here. Generated from the schemas that requests are held against.`,
    },
    servers: [{ url: contract.base === '' ? '/' : contract.base }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(made.schemas).filter(([name]) => names.has(name))),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const pathsOf = (contract: Contract, made: Components): Record<string, Record<string, object>> => {
  const paths: Record<string, Record<string, object>> = {}
  for (const [id, operation] of Object.entries(contract.operations)) {
    const path = paths[operation.path] ?? {}
    paths[operation.path] = {
      ...path,
      [operation.method.toLowerCase()]: describe(id, operation, contract, made),
    }
  }
  return paths
}

const describe = (id: string, operation: Operation, { error }: Contract, made: Components): object => ({
  operationId: id,
  summary: operation.summary,
  tags: [id.split('.')[1] ?? id],
  ...(operation.beyondSpec === undefined ? {} : { [BEYOND_SPEC]: operation.beyondSpec }),
  parameters: parametersOf(operation, made),
  ...(operation.request === undefined
    ? {}
    : { requestBody: { required: true, content: content('application/json', operation.request, made) } }),
  responses: {
    ...successes(operation, made),
    default: { description: 'What went wrong', content: content(error.mediaType, error.schema, made) },
  },
})

const successes = ({ status, emptyStatus, response, mediaType }: Operation, made: Components): object => ({
  [status]:
    response === undefined
      ? { description: 'Done' }
      : { description: 'Done', content: content(mediaType ?? 'application/json', response, made) },
  ...(emptyStatus === undefined ? {} : { [emptyStatus]: { description: 'Done; nothing is left to show' } }),
})

const content = (mediaType: string, schema: z.ZodType, made: Components): object => ({
  [mediaType]: { schema: made.refer(schema) },
})

const parametersOf = (operation: Operation, made: Components): object[] => [
  ...pathParameters(operation.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...fieldsOf(operation.query, made).map(([name, schema, required]) => ({
    name,
    in: 'query',
    required,
    style: 'form',
    explode: operation.lists !== 'comma',
    schema,
  })),
  ...fieldsOf(operation.headers, made).map(([name, schema, required]) => ({
    name,
    in: 'header',
    required,
    schema,
  })),
]

const fieldsOf = (schema: z.ZodType | undefined, made: Components): [string, unknown, boolean][] => {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = made.writeOut(schema) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, inner]) => [name, inner, required.includes(name)])
}
