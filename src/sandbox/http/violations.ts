import type * as z from 'zod'
import { badRequest, type Problem, unprocessable } from './problem.ts'
import { wantsInteger } from './schema-at.ts'

type Issue = z.core.$ZodIssue

/** A document and the schema that refused it. */
interface Checked {
  readonly schema: z.core.$ZodType
  readonly document: unknown
  /** What stands for the document itself; `$` where left out. */
  readonly root?: string
}

const quote = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

const quoteAll = (values: readonly unknown[]): string => values.map(quote).join(', ')

/** A JSON path in the validator's style: `$`, `$.gpu.id`, `$.ports[0]`. */
const pathOf = (path: readonly PropertyKey[], root = '$'): string =>
  path.reduce<string>((at, key) => (typeof key === 'number' ? `${at}[${key}]` : `${at}.${String(key)}`), root)

/** JSON Schema's name of a value's type: whole numbers are integers. */
const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

const TYPE_NAMES: Readonly<Record<string, string>> = { record: 'object', int: 'integer', safeint: 'integer' }

const valueAt = (document: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    document,
  )

const bound = (issue: { origin: string }, length: string, items: string, number: string): string => {
  if (issue.origin === 'string') return length
  if (issue.origin === 'array' || issue.origin === 'set') return items
  return issue.origin === 'object' || issue.origin === 'record'
    ? items.replace('Items', 'Properties')
    : number
}

/** How much of the thing there was: a length, a count, or the number itself. */
const measure = (value: unknown): unknown => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : value
}

const wrongType = (
  issue: Extract<Issue, { code: 'invalid_type' }>,
  { schema }: Checked,
  value: unknown,
): string => {
  const integer = issue.expected === 'number' && wantsInteger(schema, issue.path)
  return `got ${typeOf(value)}, want ${integer ? 'integer' : (TYPE_NAMES[issue.expected] ?? issue.expected)}`
}

const missing = (issue: Issue, root: string | undefined): string => {
  const property = issue.path.at(-1)
  return `${pathOf(issue.path.slice(0, -1), root)}: missing property '${String(property)}'`
}

const isMissing = (issue: Issue, value: unknown): boolean =>
  value === undefined &&
  issue.path.length > 0 &&
  issue.code !== 'custom' &&
  typeof issue.path.at(-1) === 'string'

/** Of the branches of a union, the one that came closest says what is wrong. */
const closestBranch = (issue: Extract<Issue, { code: 'invalid_union' }>): readonly Issue[] => {
  const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length))
  return issue.errors.reduce<readonly Issue[]>(
    (best, issues) => (best.length === 0 || depth(issues) > depth(best) ? issues : best),
    [],
  )
}

const wordsOf = (issue: Issue, checked: Checked, value: unknown): string => {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue, checked, value)
    case 'unrecognized_keys':
      return `additional properties ${quoteAll(issue.keys)} not allowed`
    case 'too_small': {
      const word = bound(issue, 'minLength', 'minItems', 'minimum')
      return `${word}: got ${measure(value)}, want ${issue.minimum}`
    }
    case 'too_big': {
      const word = bound(issue, 'maxLength', 'maxItems', 'maximum')
      return `${word}: got ${measure(value)}, want ${issue.maximum}`
    }
    case 'invalid_value':
      return issue.values.length === 1
        ? `value must be ${quoteAll(issue.values)}`
        : `value must be one of ${quoteAll(issue.values)}`
    case 'invalid_format':
      return issue.pattern
        ? `${quote(value)} does not match pattern ${quote(issue.pattern.replace(/^\/|\/$/g, ''))}`
        : `${quote(value)} is not valid ${issue.format}`
    case 'not_multiple_of':
      return `multipleOf: got ${value}, want ${issue.divisor}`
    default:
      return issue.message
  }
}

const linesOf = (issue: Issue, checked: Checked, prefix: readonly PropertyKey[]): string[] => {
  const placed = { ...issue, path: [...prefix, ...issue.path] } as Issue
  const value = valueAt(checked.document, placed.path)
  if (isMissing(placed, value)) return [missing(placed, checked.root)]
  if (placed.code === 'invalid_union') {
    const branch = closestBranch(placed)
    const { options } = placed as { options?: readonly unknown[] }
    if (branch.length === 0 && options)
      return [`${pathOf(placed.path, checked.root)}: value must be one of ${quoteAll(options)}`]
    if (branch.length > 0) return branch.flatMap((inner) => linesOf(inner, checked, placed.path))
  }
  return [`${pathOf(placed.path, checked.root)}: ${wordsOf(placed, checked, value)}`]
}

/** The status a broken rule between fields is answered with: the schema says so; 422 for all that is no such rule. */
const statusOf = (issue: Issue): number => {
  if (issue.code !== 'custom') return 422
  const status: unknown = issue.params?.status
  return status === 422 ? 422 : 400
}

/**
 * zod's issues in the words of the service's JSON Schema validator. The only place that does this.
 * @example violations(error.issues, { schema, document }) // ["$: missing property 'image'", "$.disk: minimum: got 0, want 1"]
 */
export const violations = (issues: readonly Issue[], checked: Checked): string[] => [
  ...new Set(issues.flatMap((issue) => linesOf(issue, checked, []))),
]

const refusal = (issues: readonly Issue[], checked: Checked): Problem => {
  const shape = issues.filter((issue) => statusOf(issue) === 422)
  if (shape.length > 0) return unprocessable(violations(shape, checked))
  return badRequest([...new Set(issues.map(({ message }) => message))].join('; '))
}

/**
 * A document as its schema types it.
 * @param root what stands for the document in messages: `$` for a body
 * @throws {Problem} 422 naming every violation of the schema; 400 where only rules between fields are broken
 */
export const validateAs = <Schema extends z.ZodType>(
  schema: Schema,
  document: unknown,
  root: string,
): z.output<Schema> => {
  const result = schema.safeParse(document)
  if (result.success) return result.data
  throw refusal(result.error.issues, { schema, document, root })
}

/** {@link validateAs} for a body, which must be there. */
export const validate = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
  if (body === undefined) throw badRequest('request body is required')
  return validateAs(schema, body, '$')
}
