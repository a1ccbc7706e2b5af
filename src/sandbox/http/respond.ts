import type { Problem } from './problem.ts'
import type { Reply } from './route.ts'

type FieldLines = Readonly<Record<string, string>>

/** The answer to an error, as application/problem+json. */
export const problemResponse = (problem: Problem, headers: FieldLines = {}): Response =>
  new Response(JSON.stringify(problem.toDocument()), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...headers, ...problem.headers },
  })

/** JSON, or an answer without a body. */
export const replyResponse = ({ status, body }: Reply, headers: FieldLines = {}): Response =>
  body === undefined
    ? new Response(null, { status, headers })
    : new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      })

/** Adds header fields to an answer that streams. */
export const withHeaders = (response: Response, headers: FieldLines): Response => {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
