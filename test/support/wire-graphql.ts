import type { Send } from '../../src/upstream/contract.ts'
import type { Block } from './wire.ts'

/** A body that is no JSON is a document: what a client would send around it is left out of the scenario. */
export const sentBody = (body: string): string =>
  isJson(body) || body === '' ? body : JSON.stringify({ query: body })

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return text.startsWith('{"')
  }
}

/** Documents differ in blanks that mean nothing, and an empty set of variables says as much as none. */
const comparable = (body: string): string => {
  const { query, variables, ...rest } = JSON.parse(sentBody(body)) as { query: string; variables?: object }
  const said = variables && Object.keys(variables).length > 0 ? { variables } : {}
  return JSON.stringify({ query: query.replace(/\s+/g, ' ').trim(), ...said, ...rest })
}

const isForLegacy = ({ mark, line }: Block): boolean => mark === '>>' && line === 'POST /graphql'

/** The round with what the legacy API must receive in the form that {@link comparingDocuments} gives it. */
export const withComparableDocuments = (round: readonly Block[]): Block[] =>
  round.map((block) => (isForLegacy(block) ? { ...block, body: comparable(block.body) } : block))

/** Hands a scripted upstream the documents in that form too. */
export const comparingDocuments =
  (send: Send): Send =>
  (request) =>
    send({ ...request, body: comparable(request.body ?? '') })
