import { z } from 'zod'
import { isObject } from '../../../mappings/dsl/json.ts'
import { JobError } from './job-error.ts'
import { EXECUTION_TIMEOUT_MS, TTL_MS, WAIT_MS } from './limits.ts'

const span = ({ min, max }: { min: number; max: number }) => {
  const rule = `must be an integer of milliseconds from ${min} to ${max}`
  return z.int(rule).min(min, rule).max(max, rule)
}

const isWebUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}

const text = z.string('must be a string')

// Checked and passed on as it came: a schema of records copies it, and leaves members named __proto__ behind
const anyObject = z.custom<Record<string, unknown>>(isObject, 'is required and must be an object')

const policy = z.object(
  {
    executionTimeout: span(EXECUTION_TIMEOUT_MS).nullish(),
    lowPriority: z.boolean('must be true or false').nullish(),
    ttl: span(TTL_MS).nullish(),
  },
  'must be an object',
)

const s3Config = z.looseObject(
  {
    accessId: text.nullish(),
    accessSecret: text.nullish(),
    bucketName: text.nullish(),
    endpointUrl: text.nullish(),
  },
  'must be an object',
)

// Unknown members are let through: clients send some that were never published, and the service does not mind
const jobRequest = z.object(
  {
    input: anyObject,
    webhook: text.refine(isWebUrl, 'must be an http or https URL').nullish(),
    policy: policy.nullish(),
    s3Config: s3Config.nullish(),
  },
  'must be a JSON object',
)

/** The body of run and runsync. Spans are milliseconds. */
export type JobRequest = z.output<typeof jobRequest>

const sayIssue = (issue: z.core.$ZodIssue): string => `${issue.path.join('.') || 'the body'} ${issue.message}`

const refuse = (error: z.ZodError): JobError =>
  new JobError('INVALID_REQUEST', [...new Set(error.issues.map(sayIssue))].join('; '))

/** @throws {JobError} INVALID_REQUEST naming every member that is wrong */
export const parseJobRequest = (body: unknown): JobRequest => {
  const parsed = jobRequest.safeParse(body)
  if (!parsed.success) throw refuse(parsed.error)
  return parsed.data
}

const parseSpan = (name: string, value: string | undefined, bounds: { min: number; max: number }) => {
  if (value === undefined) return undefined
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= bounds.min && number <= bounds.max) return number
  throw new JobError(
    'INVALID_REQUEST',
    `${name} must be an integer of milliseconds from ${bounds.min} to ${bounds.max}`,
  )
}

/** The query parameter `wait` of runsync. @throws {JobError} INVALID_REQUEST */
export const parseWait = (value: string | undefined): number =>
  parseSpan('wait', value, WAIT_MS) ?? WAIT_MS.default

/** The query parameter `ttl` of status. @throws {JobError} INVALID_REQUEST */
export const parseTtl = (value: string | undefined): number | undefined => parseSpan('ttl', value, TTL_MS)
