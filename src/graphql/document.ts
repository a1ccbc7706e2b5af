import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ParseOptions,
  parse,
  validate,
} from 'graphql'
import { tolerantRules, withoutValue } from '../../mappings/graphql/rules.ts'
import { type DocumentLimits, exceededLimit } from './limits.ts'
import { isPlainlyValid } from './plainly-valid.ts'

/** A document that cannot be served by anybody: 400 with a code clients know from Apollo. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
  readonly code:
    | 'GRAPHQL_PARSE_FAILED'
    | 'GRAPHQL_VALIDATION_FAILED'
    | 'OPERATION_RESOLUTION_FAILURE'
    | 'BAD_REQUEST'
  constructor(code: DocumentError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** What validation found wrong, without the values it found: they may be secrets. */
export interface Flaw {
  readonly message: string
  /** Character ranges of the nodes at fault. */
  readonly spans: readonly Span[]
  readonly locations: readonly { readonly line: number; readonly column: number }[]
}

export interface Span {
  readonly start: number
  readonly end: number
}

/** A parsed document, its places known only where it has flaws. These are kept, not thrown: the legacy schema is larger than ours, so it may know better. */
export interface ReadDocument {
  readonly operations: readonly OperationDefinitionNode[]
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly flaws: readonly Flaw[]
}

/** Parses and validates one text. @throws {DocumentError} for what is too large or no GraphQL at all. */
export const readDocument = (schema: GraphQLSchema, text: string, limits: DocumentLimits): ReadDocument => {
  if (text.length > limits.characters) {
    throw refused(`The document exceeds the limit of ${limits.characters} for characters.`)
  }
  // Where something stands matters only once there is a flaw; without places a parsed text keeps no tokens.
  const document = parseText(text, { maxTokens: limits.tokens, noLocation: true })
  const exceeded = exceededLimit(document, limits)
  if (exceeded) throw refused(exceeded)
  return isPlainlyValid(schema, document) ? readDefinitions(document, []) : readFlawed(schema, text)
}

const readFlawed = (schema: GraphQLSchema, text: string): ReadDocument => {
  const document = parseText(text, {})
  return readDefinitions(document, validate(schema, document, tolerantRules, { maxErrors: 20 }).map(toFlaw))
}

const readDefinitions = (document: DocumentNode, flaws: readonly Flaw[]): ReadDocument => ({
  operations: document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION),
  fragments: fragmentsOf(document),
  flaws,
})

const refused = (message: string) => new DocumentError('GRAPHQL_VALIDATION_FAILED', message)

const parseText = (text: string, options: ParseOptions): DocumentNode => {
  try {
    return parse(text, options)
  } catch (error) {
    // The parser calls itself for each level, so how many it survives hangs on the stack it finds.
    if (error instanceof RangeError) throw refused('The document is nested too deeply.')
    if (!(error instanceof GraphQLError)) throw error
    const [at] = error.locations ?? []
    const where = at ? ` (line ${at.line}, column ${at.column})` : ''
    throw new DocumentError('GRAPHQL_PARSE_FAILED', `${withoutToken(error.message)}${where}`)
  }
}

/** The token a parser stumbles over may be half of a secret. */
const withoutToken = (message: string): string => message.replace(/(found|Unexpected) (\w+) ".*$/s, '$1 $2.')

const fragmentsOf = (document: DocumentNode) => {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  return fragments
}

const toFlaw = (error: GraphQLError): Flaw => ({
  message: withoutValue(error.message),
  spans: (error.nodes ?? []).flatMap(({ loc }) => (loc ? [{ start: loc.start, end: loc.end }] : [])),
  locations: error.locations ?? [],
})

/** Chooses the operation to run. @throws {DocumentError} where the name says nothing or too little. */
export const chooseOperation = (
  { operations }: ReadDocument,
  name: string | undefined,
): OperationDefinitionNode => {
  const named = name ? operations.filter((operation) => operation.name?.value === name) : operations
  const [first, second] = named
  if (!first) throw unresolved(name ? `Unknown operation named "${name}".` : 'The document has no operation.')
  if (second) throw unresolved('Must provide operation name if query contains multiple operations.')
  if (first.operation === 'subscription') throw refused('Subscriptions are not supported.')
  return first
}

const unresolved = (message: string) => new DocumentError('OPERATION_RESOLUTION_FAILURE', message)
