import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  visit,
} from 'graphql'
import { parsedObject } from '../../mappings/dsl/json.ts'
import { identityHeaders } from '../proxy/carried-headers.ts'
import type { Call } from '../proxy/exchange.ts'
import { type Send, type UpstreamAnswer, UpstreamError } from '../upstream/contract.ts'
import type { ReadDocument } from './document.ts'
import type { Json } from './json.ts'
import type { LegacyHost } from './legacy-host.ts'
import type { Piece } from './plan.ts'

/** What the legacy API made of a document. `invalid`: it refused to run any of it. `unsure`: a write may have happened. */
export type LegacyResult =
  | {
      readonly state: 'answered'
      readonly data: Json | null
      readonly errors: readonly Json[]
      readonly answer: UpstreamAnswer
    }
  | { readonly state: 'refused'; readonly answer: UpstreamAnswer; readonly errors: readonly Json[] }
  /** `silent`: nothing came back at all, so asking again soon would only be waiting again. */
  | { readonly state: 'retired' | 'unreachable' | 'unsure'; readonly silent?: boolean }

/** One document for the legacy API: text and variables, as a client would send them. */
export interface LegacyRequest {
  readonly query: string
  readonly variables: Json | undefined
  readonly operationName?: string
}

/** How the legacy API is asked. */
export interface AskOptions {
  readonly send: Send
  readonly now: () => number
  readonly host: LegacyHost
  /** Milliseconds; given where the rest of an answer waits, and then a host known to be absent is not asked. */
  readonly deadline?: number
}
type AskRest = [key: string | undefined, request: LegacyRequest]

/** Sends a document to the legacy API with the caller's key, or without one where the caller has none. */
export const askLegacy = async (options: AskOptions, call: Call, ...rest: AskRest): Promise<LegacyResult> => {
  const absence = options.deadline === undefined ? undefined : options.host.absence()
  if (absence) return { state: absence }
  const result = await askNow(options, call, ...rest)
  options.host.learn(result)
  return result
}

const askNow = async (
  options: AskOptions,
  call: Call,
  key: string | undefined,
  request: LegacyRequest,
): Promise<LegacyResult> => {
  const began = options.now()
  let status = 0
  try {
    const answer = await options.send({
      method: 'POST',
      path: '/graphql',
      headers: {
        ...identityHeaders(call),
        'content-type': 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(request),
      signal: call.signal,
      ...(options.deadline && { deadline: options.deadline }),
    })
    status = answer.status
    return readAnswer(answer)
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code === 'CALLER_GONE') throw error
    return { state: error.sent ? 'unsure' : 'unreachable', silent: true }
  } finally {
    call.trace.upstream.push({ method: 'POST', route: '/graphql', status, took: options.now() - began })
  }
}

/** A host that is no GraphQL API any more answers 410, a redirect or a page (a page with a 5xx may yet recover). */
const readAnswer = (answer: UpstreamAnswer): LegacyResult => {
  const { status } = answer
  if (status === 410 || (status >= 300 && status < 400)) return { state: 'retired' }
  const body = parsedObject(answer.body)
  if (!body || !('data' in body || 'errors' in body)) return readOtherAnswer(answer)
  const errors = Array.isArray(body.errors) ? (body.errors as Json[]) : []
  const { data } = body
  const held = typeof data === 'object' && data !== null
  if (!held && (status >= 400 || !('data' in body))) return { state: 'refused', answer, errors }
  return { state: 'answered', data: held ? (data as Json) : null, errors, answer }
}

/** What is no answer of GraphQL: a gateway's word to this caller, an answer that was cut off, or another host's page. */
const readOtherAnswer = (answer: UpstreamAnswer): LegacyResult => {
  const { status, body } = answer
  if (isToCaller(answer)) {
    const message = status === 429 ? 'Too many requests' : 'Unauthorized'
    const errors = [{ message, extensions: { code: 'RUNPOD' } }]
    return { state: 'refused', answer: { ...answer, body: JSON.stringify({ errors }) }, errors }
  }
  return { state: status >= 500 || (status < 300 && isCutOff(body)) ? 'unsure' : 'retired' }
}

/** It says something of a key or a quota, and nothing of the host; a page with 403 is anybody's. */
const isToCaller = ({ status, body }: UpstreamAnswer): boolean =>
  status === 401 || status === 429 || (status === 403 && parsedObject(body) !== undefined)

/** Nothing, or the beginning of JSON: what was asked may have been done. */
const isCutOff = (body: string): boolean => {
  const text = body.trim()
  return text === '' || (text.startsWith('{') && parsedObject(text) === undefined)
}

/** A piece to ask for, with those of its children that are to be asked for (all of them where it has none). */
export interface Wanted {
  readonly piece: Piece
  readonly children: readonly Piece[]
}

/** Writes a document of some pieces only, with the variables and fragments these use. */
export const writeDocument = (
  { fragments }: ReadDocument,
  operation: OperationDefinitionNode,
  wanted: readonly Wanted[],
): string => {
  const selections = wanted.flatMap(({ piece, children }) => wantedNodes(piece, children))
  const names = new Set<string>()
  const used = new Map<string, FragmentDefinitionNode>()
  const look = (node: FieldNode | FragmentDefinitionNode): void => {
    visit(node, {
      Variable: ({ name }) => {
        names.add(name.value)
      },
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value)
        if (!fragment || used.has(name.value)) return
        used.set(name.value, fragment)
        look(fragment)
      },
    })
  }
  selections.forEach(look)
  const variableDefinitions = operation.variableDefinitions?.filter(({ variable }) =>
    names.has(variable.name.value),
  )
  const { name: _name, directives: _directives, ...rest } = operation
  const cut: OperationDefinitionNode = {
    ...rest,
    ...(variableDefinitions && { variableDefinitions }),
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  }
  return print({ kind: Kind.DOCUMENT, definitions: [cut, ...used.values()] })
}

const wantedNodes = ({ nodes }: Piece, children: readonly Piece[]): readonly FieldNode[] => {
  const [first] = nodes
  if (!first || children.length === 0) return nodes
  const selections = children.flatMap((child) => child.nodes)
  return [{ ...first, selectionSet: { kind: Kind.SELECTION_SET, selections } }]
}
