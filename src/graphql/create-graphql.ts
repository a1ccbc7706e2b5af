import type { Operation } from '../../mappings/graphql/operation.ts'
import { buildGraphqlSchema } from '../../mappings/graphql/schema.ts'
import { type CatalogFor, createCatalog } from '../proxy/catalog.ts'
import { defaultConfig, lossPolicy, type ProxyConfig } from '../proxy/config.ts'
import type { Answer, Call } from '../proxy/exchange.ts'
import type { Send } from '../upstream/contract.ts'
import { answerDocumentError, answerFlaws, answerOf } from './answer.ts'
import { DocumentError, type Flaw } from './document.ts'
import { createDocumentCache, type Prepare } from './document-cache.ts'
import { createLegacyHost } from './legacy-host.ts'
import { type DocumentLimits, documentLimits } from './limits.ts'
import { childResolvers, mutationResolvers, queryResolvers } from './operations/resolvers.ts'
import { type Outline, outlineOf } from './outline.ts'
import type { Piece, Plan, SourceOf } from './plan.ts'
import { readRequest } from './request.ts'
import type { Run, Surroundings } from './run.ts'
import { answerMissing, passWhole } from './run-legacy.ts'
import { runMutation } from './run-mutation.ts'
import { runQuery } from './run-query.ts'
import { SharedReads } from './shared-reads.ts'
import type { VariableFault } from './variables.ts'

/** What the GraphQL half of the proxy is made of. */
export interface GraphqlOptions {
  readonly v2: Send
  /** The legacy GraphQL API while it lives. */
  readonly legacy: Send | undefined
  readonly config?: ProxyConfig
  /** Shared with REST v1, so that both ask for prices once. */
  readonly catalog?: CatalogFor
  /** Milliseconds; only differences matter. */
  readonly clock: { readonly now: () => number }
  readonly limits?: DocumentLimits
  /** Milliseconds that the v2 half of a query waits for the legacy half. */
  readonly legacyDeadline?: number
  /** Told of every read of the documents' cache. */
  readonly onDocumentRead?: (hit: boolean) => void
}

const LEGACY_DEADLINE = 8_000

/** Answers `POST /graphql`. */
export const createGraphql = (options: GraphqlOptions): { handle: (call: Call) => Promise<Answer> } => {
  const { v2, legacy, config = defaultConfig, clock } = options
  const around: Surroundings = {
    v2,
    legacy,
    now: clock.now,
    catalogFor: options.catalog ?? createCatalog({ now: clock.now }),
    capabilities: config.capabilities,
    policy: lossPolicy(config),
    host: createLegacyHost(clock.now),
    shared: new SharedReads(),
    legacyDeadline: options.legacyDeadline ?? LEGACY_DEADLINE,
    resolvers: { query: queryResolvers, mutation: mutationResolvers, myself: childResolvers },
  }
  const limits = options.limits ?? documentLimits
  const sourceOf = sourcesFor(config, legacy !== undefined)
  // With the first call: a start need not wait for the schema.
  let documents: Prepare | undefined
  const prepare: Prepare = (...document) => {
    documents ??= createDocumentCache(buildGraphqlSchema(), limits, sourceOf, options.onDocumentRead)
    return documents(...document)
  }

  const open = (call: Call): Run => {
    const request = readRequest(call)
    const prepared = prepare(request.query, request.operationName)
    const { values, faults } = prepared.readVariables(request.variables)
    const plan = withVariableFaults(prepared.plan(values), faults)
    return { around, call, request, prepared, plan, variables: values }
  }

  const handle = async (call: Call): Promise<Answer> => {
    call.trace.dialect = 'graphql'
    call.trace.operation = 'graphql.unknown'
    try {
      const run = open(call)
      const outline = outlineOf(run.plan)
      call.trace.operation = outline.operation
      call.trace.split = outline.split
      return await answer(run, outline)
    } catch (error) {
      if (error instanceof DocumentError) return answerDocumentError(error)
      throw error
    }
  }
  return { handle }
}

const answer = async (run: Run, { flaws, isForOthersAlone }: Outline): Promise<Answer> => {
  const { plan, around, request } = run
  if (request.key === undefined) return answerPublic(run)
  if (flaws.length > 0 && !around.legacy) return answerFlaws(flaws)
  // GraphQL looks at all of a document before it does any of it: what the legacy API may refuse it is shown whole
  const isToJudge = plan.kind === 'mutation' && flaws.length > 0
  if (plan.flaws.length > 0 || isToJudge || isForOthersAlone) return answerWhole(run)
  return plan.kind === 'mutation' ? runMutation(run) : runQuery(run)
}

/** The public may ask the legacy API, never v2, and never with a key of ours. */
const answerPublic = async (run: Run): Promise<Answer> => {
  if (run.around.legacy) return answerWhole(run)
  const message = 'Unauthorized: REST v2 answers nobody without an API key.'
  return answerOf(401, { errors: [{ message, extensions: { code: 'UNAUTHENTICATED' } }] }, [])
}

/** Our schema is the smaller one, but what it insists on, and the types it knows, the legacy one has, too. */
const isCertain = ({ message }: Flaw): boolean => /was not provided|cannot represent/.test(message)

/** A legacy API that is being dismantled refuses a field that we know, as one that it does not. */
const lacksOurs = ({ pieces }: Plan, { body }: Answer): boolean =>
  pieces
    .flatMap((piece) => [piece, ...piece.children])
    .some(({ name, operation }) => operation && body?.includes(`Cannot query field \\"${name}\\" on`))

const answerWhole = async (run: Run): Promise<Answer> => {
  const { plan } = run
  const result = await passWhole(run)
  if ('state' in result) return answerMissing(run, result.state)
  if (result.status !== 400) return result
  const { flaws } = outlineOf(plan)
  // Where both refuse, ours names the field; theirs may only be that it knows no more of the operation.
  if (flaws.length > 0) return flaws.every(isCertain) || lacksOurs(plan, result) ? answerFlaws(flaws) : result
  // What a directive leaves out stands in the document as it came, and may be what it lacks: it is asked for the rest.
  const isLacking = plan.kind === 'query' && result.body?.includes('Cannot query field')
  return isLacking ? runQuery(run) : result
}

/** A value our schema cannot read makes the pieces that use it the legacy API's to judge. */
const withVariableFaults = (plan: Plan, faults: readonly VariableFault[]): Plan => {
  if (faults.length === 0) return plan
  const mark = (piece: Piece): Piece => {
    const children = piece.children.map(mark)
    const own = piece.source === 'mixed' ? [] : faults.filter(({ variable }) => piece.variables.has(variable))
    if (own.length === 0) return { ...piece, children }
    return { ...piece, children, flaws: [...piece.flaws, ...own.map(flawOf)], source: 'upstream' }
  }
  // What a condition leaves out is not done; what is wrong with its variables keeps the rest from being done all the same
  const apart = ({ variable }: VariableFault) => !plan.pieces.some(({ variables }) => variables.has(variable))
  const stray = plan.kind === 'mutation' ? faults.filter(apart).map(flawOf) : []
  return { ...plan, flaws: [...plan.flaws, ...stray], pieces: plan.pieces.map(mark) }
}

const flawOf = ({ message }: VariableFault): Flaw => ({ message, spans: [], locations: [] })

/** Where operations are answered, given the switches; what the legacy API answers better stays there while it lives. */
const sourcesFor =
  ({ capabilities, graphqlCatalog }: ProxyConfig, alive: boolean): SourceOf =>
  (operation: Operation) => {
    if (operation.capability && capabilities.has(operation.capability.name)) return 'v2'
    const prefers = operation.prefersUpstream ?? (graphqlCatalog === 'upstream' && operation.saysMoreUpstream)
    return prefers && alive ? 'upstream' : operation.source
  }
