import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'
import { isObject, parsedObject } from '../../../mappings/dsl/json.ts'
import type { CompiledFacet, Resource } from '../../../mappings/dsl/mapping.ts'
import type { Operation } from '../../../mappings/graphql/operation.ts'
import { graphqlChildren, graphqlMutations, graphqlQueries } from '../../../mappings/graphql/operations.ts'
import { graphqlResources } from '../../../mappings/graphql/resources.ts'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { routes } from '../../../mappings/v1/index.ts'
import { changesUp } from './changes.ts'
import type { ExplainedCall, ExplainedChange, Explanation } from './explanation.ts'
import { InputError } from './legacy-request.ts'

type Json = Record<string, unknown>

/** A GraphQL request's parts. */
export interface GraphqlRequest {
  readonly query: string
  readonly variables: Json
  readonly operationName?: string
}

/** Reads the JSON body of a GraphQL request. @throws {InputError} when it is none */
export const readGraphqlBody = (body: string): GraphqlRequest => {
  const value = parsedObject(body)
  if (typeof value?.query === 'string')
    return {
      query: value.query,
      variables: isObject(value.variables) ? value.variables : {},
      ...(typeof value.operationName === 'string' && { operationName: value.operationName }),
    }
  throw new InputError('a GraphQL request is JSON with a query: {"query": "mutation { … }"}')
}

interface Parsed {
  readonly operation: OperationDefinitionNode
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

const parseDocument = ({ query, operationName }: GraphqlRequest): Parsed => {
  try {
    const { definitions } = parse(query)
    const operations = definitions.filter(
      (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
    )
    const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0]
    if (!operation) throw new InputError('the document has no query and no mutation')
    const fragments = definitions.filter(
      (one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION,
    )
    return { operation, fragments: new Map(fragments.map((one) => [one.name.value, one])) }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const [place] = error.locations ?? []
    throw new InputError(
      `the GraphQL document cannot be read${place ? ` (line ${place.line}, column ${place.column})` : ''}: give it as it is sent, with its holes filled`,
    )
  }
}

const fieldsOf = (set: SelectionSetNode | undefined, fragments: Parsed['fragments']): readonly FieldNode[] =>
  (set?.selections ?? []).flatMap((one): readonly FieldNode[] => {
    if (one.kind === Kind.FIELD) return one.name.value === '__typename' ? [] : [one]
    if (one.kind === Kind.INLINE_FRAGMENT) return fieldsOf(one.selectionSet, fragments)
    return fieldsOf(fragments.get(one.name.value)?.selectionSet, fragments)
  })

const argumentsOf = (field: FieldNode, variables: Json): Json =>
  Object.fromEntries(
    (field.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]),
  )

/** One field a client asked for, with where it is answered. */
interface Asked {
  readonly rule: string
  readonly name: string
  readonly operation: Operation | undefined
  readonly given: Json
}

const asked = ({ operation, fragments }: Parsed, variables: Json): readonly Asked[] => {
  const roots: Readonly<Record<string, Operation>> =
    operation.operation === 'mutation' ? graphqlMutations : graphqlQueries
  const children: Readonly<Record<string, Operation>> = graphqlChildren
  return fieldsOf(operation.selectionSet, fragments).flatMap((field): readonly Asked[] => {
    const name = field.name.value
    const one: Asked = {
      rule: `graphql.${name}`,
      name,
      // A field may be called `constructor`.
      operation: Object.hasOwn(roots, name) ? roots[name] : undefined,
      given: argumentsOf(field, variables),
    }
    if (one.operation?.source !== 'mixed') return [one]
    return fieldsOf(field.selectionSet, fragments).map((child) => ({
      rule: `graphql.${name}.${child.name.value}`,
      name: `${name}.${child.name.value}`,
      operation: children[child.name.value],
      given: argumentsOf(child, variables),
    }))
  })
}

const familyOf = (call: string): string => call.split(/[ /]+/)[2] ?? ''

/** The rows of what a call is about: v1's name for the family leads to GraphQL's own mapping of it. */
const rowsFor = (call: string): Resource | undefined => {
  const named = routes
    .find(({ v2 }) => familyOf(`${v2.method} ${v2.path}`) === familyOf(call))
    ?.id.split('.')[1]
  return graphqlResources.find(({ id }) =>
    [named, familyOf(call).replace('-', '')].includes(id.split('.')[1]?.toLowerCase()),
  )
}

const idOf = (given: Json): string | undefined => {
  const input = isObject(given.input) ? given.input : given
  const found = Object.entries(input).find(
    ([name, value]) =>
      /^(id|podId|endpointId|templateId|registryAuthId)$/.test(name) &&
      typeof value === 'string' &&
      value !== '',
  )
  return found?.[1] as string | undefined
}

/** Which of an operation's calls this input means: with an id it changes, without one it creates. */
const meant = (calls: readonly string[], id: string | undefined): readonly string[] => {
  const both =
    calls.some((call) => call.startsWith('POST') && !call.includes('{id}')) &&
    calls.some((call) => call.startsWith('PATCH'))
  if (both) return calls.filter((call) => !call.startsWith(id === undefined ? 'PATCH' : 'POST'))
  const either = calls.includes(`${calls[0]}/{id}`)
  return either ? calls.filter((call) => call.includes('{id}') === (id !== undefined)) : calls
}

/** v1 knew the same verbs: the one that the operation is named after says what the action is. */
const actionOf = (name: string, path: string): Json | undefined =>
  routes.find(
    ({ v2, sends, id }) =>
      v2.path === path && sends && name.toLowerCase().endsWith(id.split('.').at(-1) ?? ''),
  )?.sends as Json | undefined

interface Told {
  readonly calls: readonly ExplainedCall[]
  readonly changes: readonly ExplainedChange[]
  readonly notes: readonly string[]
  readonly refused: readonly string[]
}

const translated = (
  facet: CompiledFacet | undefined,
  input: Json,
): { readonly body?: Json; readonly changes: readonly ExplainedChange[] } => {
  if (!facet) return { changes: [] }
  const { doc, findings } = facet.up(input)
  return { body: doc, changes: changesUp(facet, input, doc, findings) }
}

const callOf = ({ name, given }: Asked, call: string, id: string | undefined): Told => {
  const [method = '', template = ''] = call.split(' ')
  const path = template.replace('{id}', id ?? '{id}')
  const { id: _own, ...input } = isObject(given.input) ? given.input : given
  const facet = method === 'POST' ? 'create' : method === 'PATCH' ? 'update' : undefined
  const action = template.endsWith('/action')
  const { body, changes } =
    facet && !action
      ? translated(rowsFor(call)?.[facet], input)
      : { body: actionOf(name, template), changes: [] }
  const silent = facet !== undefined && body === undefined
  return {
    calls: [{ method, url: `${hostProfiles.runpod.is.v2}${path}`, ...(body && { body }) }],
    changes,
    notes: silent ? [`${name}: the body of ${call} is described in the reference`] : [],
    refused: changes
      .filter(({ what }) => what === 'refused' || what === 'unknown')
      .map(({ old, why }) => `${old}: ${why}`),
  }
}

const tell = (one: Asked): Told => {
  const { operation, name, given } = one
  if (!operation)
    return {
      calls: [],
      changes: [],
      notes: [
        `${name} is not among the operations that have a REST v2 counterpart: it stays on GraphQL while that lives`,
      ],
      refused: [],
    }
  if (operation.v2.length === 0)
    return {
      calls: [],
      changes: [],
      notes: [],
      refused: [`${name}: ${operation.gone ?? 'REST v2 has no equivalent'}`],
    }
  const id = idOf(given)
  const told = meant(operation.v2, id).map((call) => callOf(one, call, id))
  return {
    calls: told.flatMap(({ calls }) => calls),
    changes: told.flatMap(({ changes }) => changes),
    notes: [
      ...told.flatMap(({ notes }) => notes),
      ...(operation.prefersUpstream ? [`${name}: ${operation.prefersUpstream}`] : []),
    ],
    refused: told.flatMap(({ refused }) => refused),
  }
}

/** Calls that several fields need are made once. */
const once = (calls: readonly ExplainedCall[]): readonly ExplainedCall[] => [
  ...new Map(calls.map((call) => [JSON.stringify(call), call])).values(),
]

/**
 * The REST v2 calls a GraphQL document becomes.
 * @throws {InputError} when the document cannot be parsed
 */
export const explainGraphql = (request: GraphqlRequest): Explanation => {
  const parsed = parseDocument(request)
  const fields = asked(parsed, request.variables)
  const told = fields.map(tell)
  const refused = told.flatMap((one) => one.refused)
  return {
    explanation: 'upshift-explanation/1',
    operation: fields.map(({ rule }) => rule).join(', '),
    old: `${parsed.operation.operation} ${fields.map(({ name }) => name).join(', ')}`,
    calls: once(told.flatMap(({ calls, refused: own }) => (own.length > 0 ? [] : calls))),
    changes: told.flatMap(({ changes }) => changes),
    notes: told.flatMap(({ notes }) => notes),
    refused,
  }
}
