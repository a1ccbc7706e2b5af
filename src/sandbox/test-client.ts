import { type HeldClock, heldClock } from './clock.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts'

/** An answer, read whole. `body` is the parsed JSON, the text where it is none, and undefined where it is empty. */
export interface Answered<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** Calls a sandbox without a socket, as a v2 client would. For tests. */
export interface TestClient {
  readonly sandbox: Sandbox
  readonly clock: HeldClock
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies whose shape the schemas check
  call<Body = any>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answered<Body>>
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

/** A fresh sandbox on a held clock, called with `sandbox-key` unless another authorization is given. */
export const testClient = (options: SandboxOptions = {}): TestClient => {
  const clock = heldClock()
  const sandbox = createSandbox({ clock, ...options })
  const call: TestClient['call'] = async (method, path, body, headers = {}) => {
    const response = await sandbox.app.request(path, {
      method,
      headers: { authorization: 'Bearer sandbox-key', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await read(response)) as never }
  }
  return { sandbox, clock, call }
}
