import type { Policy } from '../../mappings/dsl/runtime.ts'
import { NO_EQUIVALENT } from '../../mappings/graphql/operation.ts'
import type { CapabilityName } from '../../mappings/hosts.ts'
import type { CatalogFor } from '../proxy/catalog.ts'
import type { Answer, Call } from '../proxy/exchange.ts'
import { type Send, UpstreamError } from '../upstream/contract.ts'
import { answerFlaws, answerOf, type ErrorEntry } from './answer.ts'
import { ArgumentError } from './arguments.ts'
import { type Context, createContext, PassOn, type Resolve } from './context.ts'
import type { PreparedOperation } from './document-cache.ts'
import { Fault, goneFault, quotaHeaders, unavailable, unknownOutcome, unsent } from './fault.ts'
import { askLegacy, type LegacyResult, type Wanted, writeDocument } from './legacy.ts'
import type { LegacyHost } from './legacy-host.ts'
import { Gathering, type Settled } from './outcome.ts'
import type { Piece, Plan } from './plan.ts'
import type { GraphqlRequest } from './request.ts'

/** What every request of one proxy shares. */
export interface Surroundings {
  readonly v2: Send
  readonly legacy: Send | undefined
  readonly now: () => number
  readonly catalogFor: CatalogFor
  readonly capabilities: ReadonlySet<CapabilityName>
  readonly policy: Policy
  readonly host: LegacyHost
  /** Milliseconds the v2 half of a split query waits for the legacy half. */
  readonly legacyDeadline: number
  readonly resolvers: { readonly query: Resolvers; readonly mutation: Resolvers; readonly myself: Resolvers }
}

export type Resolvers = Readonly<Record<string, Resolve>>

/** One request on its way. */
export interface Run {
  readonly around: Surroundings
  readonly call: Call
  readonly request: GraphqlRequest
  readonly prepared: PreparedOperation
  readonly plan: Plan
  readonly variables: Readonly<Record<string, unknown>>
}

/** Passes a whole document on as it came; undefined where the legacy API is not there to answer it. */
export const passWhole = async (run: Run): Promise<Answer | LegacyResult> => {
  const { around, call, request } = run
  if (!around.legacy) return { state: 'retired' }
  const { query, variables, operationName, key } = request
  const result = await askLegacy({ send: around.legacy, now: around.now, host: around.host }, call, key, {
    query,
    variables,
    ...(operationName && { operationName }),
  })
  if (!('answer' in result)) return result
  const { status, body } = result.answer
  const { headers } = answerOf(status, {}, [], quotaHeaders(result.answer))
  return { status, headers, body }
}

/** What a caller is told of a piece that the legacy API did not answer. */
const missing = (piece: Piece, state: LegacyResult['state'], writes: boolean): Fault => {
  const { operation, name } = piece
  if (state === 'retired') return goneFault(name, operation?.gone ?? NO_EQUIVALENT)
  if (!writes) return unavailable()
  return state === 'unsure' ? unknownOutcome(name, operation?.look) : unsent(name)
}

/** A document that only the legacy API could answer, and did not. */
export const answerMissing = ({ plan, variables }: Run, state: LegacyResult['state']): Answer => {
  const flaws = [
    ...plan.flaws,
    ...plan.pieces.flatMap((piece) => [...piece.flaws, ...piece.children.flatMap((child) => child.flaws)]),
  ]
  if (state === 'retired' && flaws.length > 0) return answerFlaws(flaws)
  const gathering = new Gathering(variables)
  for (const piece of plan.pieces) {
    const settle = (one: Piece): Settled =>
      one.source === 'local'
        ? localValue(one, plan)
        : { fault: missing(one, state, plan.kind === 'mutation') }
    if (piece.children.length === 0) gathering.add(piece, settle(piece))
    else
      gathering.addMixed(
        piece,
        piece.children.map((child) => [child, settle(child)] as const),
      )
  }
  return gathering.answer([], false)
}

const localValue = (piece: Piece, plan: Plan): Settled => ({
  value: piece.field?.selection.type?.name ?? (plan.kind === 'mutation' ? 'Mutation' : 'Query'),
})

/** Asks who the caller is; not worth an error where nobody answers. */
const identityOf =
  ({ around, call, request }: Run) =>
  async (): Promise<string | null> => {
    if (!around.legacy) return null
    const { legacy: send, now, host, legacyDeadline: deadline } = around
    const query = '{ myself { id } }'
    const result = await askLegacy({ send, now, host, deadline }, call, request.key, {
      query,
      variables: undefined,
    })
    const myself = result.state === 'answered' ? (result.data?.myself as { id?: unknown } | null) : null
    return typeof myself?.id === 'string' ? myself.id : null
  }

const contextOf = (run: Run, passOn: boolean): Context => {
  const { around, call, request, variables } = run
  return createContext({
    identity: identityOf(run),
    call,
    key: request.key ?? '',
    send: around.v2,
    catalogFor: around.catalogFor,
    now: around.now,
    variables,
    capabilities: around.capabilities,
    policy: around.policy,
    passOn,
  })
}

/** Runs a query: what v2 answers and what the legacy API answers at the same time, merged in document order. */
export const runQuery = async (run: Run): Promise<Answer> => {
  const { around, plan, call } = run
  const context = contextOf(run, false)
  const wanted = plan.pieces.flatMap((piece): Wanted[] => {
    if (piece.source === 'upstream') return [{ piece, children: [] }]
    const children = piece.children.filter(({ source }) => source === 'upstream')
    return children.length > 0 ? [{ piece, children }] : []
  })
  const asked = wanted.length > 0 ? askSome(run, wanted) : undefined
  const settle = (piece: Piece, resolvers: Resolvers, parent?: Piece): Promise<Settled> => {
    if (piece.source === 'local') return Promise.resolve(localOf(piece, parent))
    if (piece.source === 'upstream' && asked) {
      const instead = () => attempt(piece, resolvers[piece.name], context)
      return fromLegacy(asked, piece, parent, isOnV2Too(piece) ? instead : undefined)
    }
    return attempt(piece, resolvers[piece.name], context)
  }
  const settling = plan.pieces.map((piece) =>
    piece.source === 'mixed'
      ? Promise.all(
          piece.children.map(
            async (child) => [child, await settle(child, around.resolvers.myself, piece)] as const,
          ),
        )
      : settle(piece, around.resolvers.query),
  )
  const settled = await Promise.all(settling)
  const gathering = new Gathering(run.variables)
  plan.pieces.forEach((piece, index) => {
    const one = settled[index]
    if (Array.isArray(one)) gathering.addMixed(piece, one)
    else if (one) gathering.add(piece, one as Settled)
  })
  if (asked) gathering.errors.push(...(await strayErrors(asked, wanted)))
  return gathering.answer(call.trace.notes, false)
}

const localOf = (_piece: Piece, parent: Piece | undefined): Settled => ({ value: parent ? 'User' : 'Query' })

const askSome = (run: Run, wanted: readonly Wanted[]): Promise<LegacyResult> => {
  const { around, call, request, prepared } = run
  if (!around.legacy) return Promise.resolve({ state: 'retired' })
  const query = writeDocument(prepared.document, prepared.operation, wanted)
  return askLegacy(
    { send: around.legacy, now: around.now, host: around.host, deadline: around.legacyDeadline },
    call,
    request.key,
    {
      query,
      variables: sentVariables(
        run,
        wanted.flatMap(({ piece, children }) => (children.length > 0 ? children : [piece])),
      ),
    },
  )
}

/** Only what the pieces mention: the rest may be nobody's business. */
const sentVariables = ({ request }: Run, pieces: readonly Piece[]) => {
  const names = new Set(pieces.flatMap(({ variables }) => [...variables]))
  return Object.fromEntries(Object.entries(request.variables).filter(([name]) => names.has(name)))
}

/** The legacy API says more of it, but v2 can say it as well. */
export const isOnV2Too = ({ source, operation, flaws }: Piece): boolean =>
  source === 'upstream' && operation?.source === 'v2' && flaws.length === 0

const fromLegacy = async (
  asked: Promise<LegacyResult>,
  piece: Piece,
  parent: Piece | undefined,
  instead: (() => Promise<Settled>) | undefined,
): Promise<Settled> => {
  const result = await asked
  if (instead && result.state !== 'answered' && result.state !== 'refused') return instead()
  if (result.state === 'answered') {
    const holder = parent
      ? (result.data?.[parent.key] as Record<string, unknown> | null | undefined)
      : result.data
    const path = parent ? [parent.key, piece.key] : [piece.key]
    const errors = result.errors.filter((error) => startsWith(error.path, path)) as unknown as ErrorEntry[]
    return { legacy: holder?.[piece.key] ?? null, errors }
  }
  if (result.state === 'refused') return { fault: refusedByLegacy(result) }
  return { fault: missing(piece, result.state, false) }
}

const refusedByLegacy = ({ answer, errors }: Extract<LegacyResult, { state: 'refused' }>): Fault => {
  const { status } = answer
  const kind = status === 401 ? 'unauthorized' : status === 429 ? 'limited' : 'refused'
  const [first] = errors
  const message = typeof first?.message === 'string' ? first.message : 'Unauthorized'
  const extensions =
    typeof first?.extensions === 'object' && first.extensions !== null ? first.extensions : {}
  return new Fault(kind, message, { extensions: { ...extensions }, headers: quotaHeaders(answer), status })
}

/** The legacy API's errors that belong to no single piece: `myself` itself, or no path at all. */
const strayErrors = async (
  asked: Promise<LegacyResult>,
  wanted: readonly Wanted[],
): Promise<ErrorEntry[]> => {
  const result = await asked
  if (result.state !== 'answered') return []
  const paths = wanted.flatMap(({ piece, children }) =>
    children.length > 0 ? children.map((child) => [piece.key, child.key]) : [[piece.key]],
  )
  const stray = result.errors.filter((error) => !paths.some((path) => startsWith(error.path, path)))
  return stray as unknown as ErrorEntry[]
}

const startsWith = (path: unknown, start: readonly string[]): boolean =>
  Array.isArray(path) && start.every((key, index) => path[index] === key)

const attempt = async (
  piece: Piece,
  resolve: Resolve | undefined,
  context: Context,
  writes = false,
): Promise<Settled> => {
  const { field } = piece
  if (!resolve || !field) return { fault: goneFault(piece.name, NO_EQUIVALENT) }
  try {
    return { value: await resolve(field.arguments(context.variables), field.selection, context) }
  } catch (error) {
    return { fault: faultOf(error, piece, writes) }
  }
}

const faultOf = (error: unknown, { name, operation }: Piece, writes: boolean): Fault => {
  if (error instanceof Fault) return error
  if (error instanceof ArgumentError) {
    return new Fault('refused', error.message, { extensions: { code: 'BAD_USER_INPUT' } })
  }
  if (error instanceof UpstreamError && error.code !== 'CALLER_GONE') return unavailable()
  // v2 answered something of another shape than its own: a write may have happened all the same.
  if (error instanceof TypeError || error instanceof RangeError)
    return writes ? unknownOutcome(name, operation?.look) : unavailable()
  throw error
}

/** Runs mutations one after another. What may have happened stops the rest, and says what was not run. */
export const runMutation = async (run: Run): Promise<Answer> => {
  const gathering = new Gathering(run.variables)
  let acted = false
  let stopped: string | undefined
  for (const piece of run.plan.pieces) {
    const settled = stopped === undefined ? await runPiece(run, piece) : { fault: notRun(piece, stopped) }
    gathering.add(piece, settled)
    if ('fault' in settled) {
      const { kind } = settled.fault
      if (kind === 'unknown' || kind === 'unsent') stopped ??= piece.key
      if (kind === 'unknown') acted = true
    } else if (piece.source !== 'local') acted = true
  }
  return gathering.answer(run.call.trace.notes, acted)
}

const notRun = ({ name }: Piece, after: string) =>
  new Fault('refused', `${name} was not run, because ${after} before it got no answer.`, {
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  })

const runPiece = async (run: Run, piece: Piece): Promise<Settled> => {
  if (piece.source === 'local') return { value: 'Mutation' }
  if (piece.source === 'upstream') return writeByLegacy(run, piece)
  const resolve = run.around.resolvers.mutation[piece.name]
  try {
    return await attemptPassingOn(piece, resolve, contextOf(run, run.around.legacy !== undefined))
  } catch (error) {
    if (!(error instanceof PassOn)) throw error
    return passPieceOn(run, piece, resolve)
  }
}

const attemptPassingOn = async (piece: Piece, resolve: Resolve | undefined, context: Context) => {
  const settled = await attempt(piece, resolve && rethrowing(resolve), context, true)
  if ('value' in settled && settled.value instanceof PassOn) throw settled.value
  return settled
}

const rethrowing =
  (resolve: Resolve): Resolve =>
  async (given, selection, context) => {
    try {
      return await resolve(given, selection, context)
    } catch (error) {
      if (error instanceof PassOn) return error
      throw error
    }
  }

/** The legacy API holds what v2 cannot. Where it certainly did nothing (retired, or refused to run it), v2 does what it can. */
const passPieceOn = async (run: Run, piece: Piece, resolve: Resolve | undefined): Promise<Settled> => {
  const result = await askOne(run, piece)
  const idle = result.state === 'retired' || (result.state === 'refused' && isInvalid(result))
  return idle ? attempt(piece, resolve, contextOf(run, false), true) : settleWrite(piece, result)
}

const isInvalid = ({ answer, errors }: Extract<LegacyResult, { state: 'refused' }>): boolean =>
  answer.status === 400 &&
  errors.some(
    ({ extensions }) => (extensions as { code?: unknown } | undefined)?.code === 'GRAPHQL_VALIDATION_FAILED',
  )

const writeByLegacy = async (run: Run, piece: Piece): Promise<Settled> =>
  settleWrite(piece, await askOne(run, piece))

const askOne = (run: Run, piece: Piece): Promise<LegacyResult> => {
  const { around, call, request, prepared } = run
  if (!around.legacy) return Promise.resolve({ state: 'retired' })
  const query = writeDocument(prepared.document, prepared.operation, [{ piece, children: [] }])
  return askLegacy({ send: around.legacy, now: around.now, host: around.host }, call, request.key, {
    query,
    variables: sentVariables(run, [piece]),
  })
}

const settleWrite = (piece: Piece, result: LegacyResult): Settled => {
  if (result.state === 'answered') {
    return { legacy: result.data?.[piece.key] ?? null, errors: result.errors as unknown as ErrorEntry[] }
  }
  if (result.state === 'refused') return { fault: refusedByLegacy(result) }
  return { fault: missing(piece, result.state, true) }
}
