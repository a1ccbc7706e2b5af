import {
  buildSchema,
  type DocumentNode,
  execute,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { accountResolvers } from './account-resolvers.ts'
import { catalogResolvers } from './catalog-resolvers.ts'
import type { LegacyContext, LegacyWorld } from './legacy-world.ts'
import { typeDefinitions } from './type-definitions.ts'

/** What a client sends. */
export interface GraphqlRequest {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly operationName?: string | null | undefined
}

/** What it gets: the HTTP status and the JSON. */
export interface GraphqlAnswer {
  readonly status: number
  readonly body: { readonly errors?: readonly unknown[]; readonly data?: unknown }
}

const refusal = (errors: readonly GraphQLError[], code: string): GraphqlAnswer => ({
  status: 400,
  body: {
    errors: errors.map(({ message, locations }) => ({
      message,
      ...(locations && { locations }),
      extensions: { code },
    })),
  },
})

const PARSE_FAILED = 'GRAPHQL_PARSE_FAILED'
const VALIDATION_FAILED = 'GRAPHQL_VALIDATION_FAILED'
const REMEMBERED_DOCUMENTS = 500

type Checked = { readonly document: DocumentNode } | { readonly refused: GraphqlAnswer }

const schema = buildSchema(typeDefinitions)

/** The service documents secretDelete's id as a string and declares it an ID: clients write either. */
const STRING_FOR_ID = /of type "String!?" used in position expecting type "ID!?"/

const check = (query: string): Checked => {
  try {
    const document = parse(query)
    const found = validate(schema, document, [...specifiedRules, NoSchemaIntrospectionCustomRule])
    const errors = found.filter(({ message }) => !STRING_FOR_ID.test(message))
    return errors.length > 0 ? { refused: refusal(errors, VALIDATION_FAILED) } : { document }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return { refused: refusal([error], PARSE_FAILED) }
  }
}

/** Parsing and validating costs far more than answering: each text is done once, the oldest are forgotten. */
const remembering = (): ((query: string) => Checked) => {
  const known = new Map<string, Checked>()
  return (query) => {
    const before = known.get(query)
    if (before) return before
    const checked = check(query)
    known.set(query, checked)
    const oldest = known.keys().next().value
    if (known.size > REMEMBERED_DOCUMENTS && oldest !== undefined) known.delete(oldest)
    return checked
  }
}

/** Variables that do not fit are refused before anything runs. */
const variableErrors = (document: DocumentNode, request: GraphqlRequest): readonly GraphQLError[] => {
  const operation = getOperationAST(document, request.operationName)
  if (!operation)
    return [new GraphQLError('Must provide operation name if query contains multiple operations.')]
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {})
  return errors ?? []
}

/** What went wrong inside is not the caller's business. */
const veiled = (error: GraphQLError): unknown => {
  const known = error.extensions.code !== undefined || error.originalError === undefined
  return {
    message: known ? error.message : 'Something went wrong. Please try again later or contact support.',
    ...(error.locations && { locations: error.locations }),
    ...(error.path && { path: error.path }),
    extensions: { code: known ? (error.extensions.code ?? 'RUNPOD') : 'INTERNAL_SERVER_ERROR' },
  }
}

/** Answers GraphQL documents of the legacy API, HTTP aside. */
export const documentExecutor = (
  world: LegacyWorld,
): ((request: GraphqlRequest, context: LegacyContext) => Promise<GraphqlAnswer>) => {
  const rootValue = { ...catalogResolvers(world.pods.stock), ...accountResolvers(world) }
  const checked = remembering()
  return async (request, contextValue) => {
    const known = checked(request.query)
    if ('refused' in known) return known.refused
    const { document } = known
    const wrong = variableErrors(document, request)
    if (wrong.length > 0) return refusal(wrong, VALIDATION_FAILED)
    const { data, errors } = await execute({
      schema,
      document,
      rootValue,
      contextValue,
      variableValues: request.variables ?? {},
      ...(request.operationName && { operationName: request.operationName }),
    })
    return { status: 200, body: errors ? { errors: errors.map(veiled), data } : { data } }
  }
}
