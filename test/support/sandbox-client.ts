import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '../../mappings/schemas/operation.ts'
import { contracts } from '../../mappings/schemas/operations.ts'
import { type HeldClock, heldClock } from '../../src/sandbox/clock.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/create-sandbox.ts'
import { publishedSpec, publishedValidator } from './published-spec.ts'

/** An answer, read whole. `body` is the parsed JSON, the text where it is none, and undefined where it is empty. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies whose shape the contract has just checked
  readonly body: any
}

/** Calls a sandbox without a socket, as a v2 client would, and holds every REST answer against its contract. */
export interface SandboxClient {
  readonly sandbox: Sandbox
  readonly clock: HeldClock
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
}

const read = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const operations: readonly (Operation & { pattern: RegExp })[] = Object.values(contracts.v2.operations)
  .map((operation: Operation) => ({
    ...operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  // A path without parameters is meant before one that takes its last segment for an id
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

/** The name of the published schema of an answer, where the document has one. */
const publishedName = ({ path, method }: Operation, status: number): string | undefined => {
  const document = publishedSpec('v2') as { paths?: Record<string, Record<string, unknown>> } | undefined
  const operation = document?.paths?.[path]?.[method.toLowerCase()] as {
    responses?: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>
  }
  const reference = operation?.responses?.[status]?.content?.['application/json']?.schema?.$ref
  return reference?.split('/').at(-1)
}

const faultsIn = (operation: Operation, { status, body }: Answered): string[] => {
  if (status === operation.emptyStatus || operation.response === undefined) {
    return body === undefined ? [] : ['a body where there should be none']
  }
  const parsed = operation.response.safeParse(body)
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const ours = isDeepStrictEqual(parsed.data, body) ? [] : ['members that the schema does not know']
  const name = publishedName(operation, status)
  return [...ours, ...((name && publishedValidator('v2', name)?.(body)) || [])]
}

const problemFaults = ({ body, status, headers }: Answered): string[] => {
  const type = headers.get('content-type')
  if (type !== contracts.v2.error.mediaType) return [`an error as ${type}`]
  const parsed = contracts.v2.error.schema.safeParse(body)
  return parsed.success && body.status === status ? [] : ['an error that is no problem document']
}

/** @throws Error naming what an answer breaks of the contract of its operation */
export const requireContract = (method: string, path: string, answered: Answered): void => {
  const [pathname = ''] = path.split('?')
  const operation = operations.find((one) => one.method === method && one.pattern.test(pathname))
  const isGood = answered.status < 300
  if (!operation || (isGood && operation.mediaType !== undefined)) return
  const faults = isGood ? faultsIn(operation, answered) : problemFaults(answered)
  if (faults.length > 0) throw new Error(`${method} ${path} ${answered.status}: ${faults.join('; ')}`)
}

/** A fresh sandbox on a held clock, called with `sandbox-key` unless another authorization is given. */
export const sandboxClient = (options: SandboxOptions & { unchecked?: boolean } = {}): SandboxClient => {
  const clock = heldClock()
  const sandbox = createSandbox({ clock, ...options })
  const call: SandboxClient['call'] = async (method, path, body, headers = {}) => {
    const response = await sandbox.app.request(path, {
      method,
      headers: { authorization: 'Bearer sandbox-key', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const answered = { status: response.status, headers: response.headers, body: await read(response) }
    if (!options.unchecked) requireContract(method, path, answered)
    return answered
  }
  return { sandbox, clock, call }
}
