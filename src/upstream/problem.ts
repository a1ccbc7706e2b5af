import { parsedObject } from '../../mappings/dsl/json.ts'
import type { UpstreamAnswer } from './contract.ts'

/** An upstream refusal, as REST v2 says it (RFC 9457) or as near as what came allows. */
export interface Problem {
  /** The answer's own status line, whatever the body claims. */
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly errors: readonly string[]
}

/** Beyond this a body is no problem document; parsing megabytes to say no would only stall other callers. */
const MAX_PROBLEM_CHARACTERS = 256 * 1024
const MAX_TEXT_CHARACTERS = 4_000
const MAX_ERRORS = 100

const asObject = (text: string): Record<string, unknown> | undefined => {
  // None: HTML from a gateway, an empty body, half an answer
  return text.length > MAX_PROBLEM_CHARACTERS ? undefined : parsedObject(text)
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT_CHARACTERS) : ''

const errorLines = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .filter((line) => typeof line === 'string')
        .slice(0, MAX_ERRORS)
        .map(text)
    : []

/**
 * Reads the refusal in an answer by what it holds, not by its content type; `undefined` for whatever is none
 * (HTML, nothing, a number, megabytes).
 */
export const readProblem = ({ status, body }: UpstreamAnswer): Problem | undefined => {
  const found = asObject(body)
  if (!found) return undefined
  const title = text(found.title)
  const detail = text(found.detail) || text(found.message) || text(found.error) || title
  const errors = errorLines(found.errors)
  return detail || errors.length > 0 ? { status, title: title || detail, detail, errors } : undefined
}
