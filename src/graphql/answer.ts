import type { Finding } from '../../mappings/dsl/finding.ts'
import type { Answer } from '../proxy/exchange.ts'
import { notesHeader } from '../proxy/notes.ts'
import { retirementHeaders } from '../proxy/retirement.ts'
import type { DocumentError, Flaw } from './document.ts'
import type { Fault } from './fault.ts'
import { Written } from './long-list.ts'

/** One entry of `errors`. */
export interface ErrorEntry {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly locations?: readonly unknown[]
  readonly extensions: Readonly<Record<string, unknown>>
}

const HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  ...retirementHeaders('graphql'),
}

/** A whole answer. `errors` stands in it only where there are some: clients take the mere key for a failure. */
export const answerOf = (
  status: number,
  result: { readonly data?: unknown; readonly errors?: readonly unknown[] },
  notes: readonly Finding[],
  headers: Readonly<Record<string, string>> = {},
): Answer => {
  const said = notesHeader(notes)
  const { data, errors = [] } = result
  const body =
    data instanceof Written
      ? `{${errors.length > 0 ? `"errors":${JSON.stringify(errors)},` : ''}"data":${data.text}}`
      : JSON.stringify(errors.length > 0 ? { errors, ...('data' in result && { data }) } : { data })
  return {
    status,
    headers: said ? { ...HEADERS, ...headers, 'upshift-notes': said } : { ...HEADERS, ...headers },
    body,
  }
}

/** A document nobody can run: 400, as Apollo says it. */
export const answerDocumentError = (error: DocumentError): Answer =>
  answerOf(400, { errors: [{ message: error.message, extensions: { code: error.code } }] }, [])

/** A document our schema does not know, with no larger one left to ask. */
export const answerFlaws = (flaws: readonly Pick<Flaw, 'message' | 'locations'>[]): Answer =>
  answerOf(
    400,
    {
      errors: flaws.map(({ message, locations }) => ({
        message,
        locations,
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      })),
    },
    [],
  )

/** An entry of `errors`: https://spec.graphql.org/October2021/#sec-Errors.Error-Result-Format */
export const entryOf = (fault: Fault, path: readonly (string | number)[]): ErrorEntry => ({
  message: fault.message,
  path,
  extensions: fault.extensions,
})
