/** A message of ours between two processes; others' messages on the same pipe are left alone. */
interface Message {
  readonly upshift: 'ask' | 'answer'
  readonly id: number
  readonly method?: string
  readonly values?: readonly unknown[]
  readonly value?: unknown
  readonly failed?: string
}

/** One end of a pipe between two processes. */
export interface Pipe {
  readonly send: (message: object) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
}

/** What the other side may call. Values and answers are plain data. */
export type Methods = Readonly<Record<string, (...values: never[]) => unknown>>

/** Asks the other side. @throws what it answered with, or that it did not answer in time */
export type Ask = (method: string, ...values: readonly unknown[]) => Promise<unknown>

const DEADLINE = 15_000 // milliseconds: longer than the store's own

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'upshift' in message

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** Lets two processes call each other's methods. */
export const openChannel = (pipe: Pipe, methods: Methods): Ask => {
  const waiting = new Map<number, Waiting>()
  let last = 0

  const answer = async ({ id, method = '', values = [] }: Message): Promise<void> => {
    try {
      const call = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!call) throw new Error(`no such method: ${method}`)
      pipe.send({ upshift: 'answer', id, value: await call(...(values as never[])) })
    } catch (error) {
      pipe.send({ upshift: 'answer', id, failed: error instanceof Error ? error.message : 'failed' })
    }
  }
  const settle = ({ id, value, failed }: Message): void => {
    const one = waiting.get(id)
    if (!one) return
    waiting.delete(id)
    clearTimeout(one.timer)
    if (failed === undefined) one.resolve(value)
    else one.reject(new Error(failed))
  }
  pipe.onMessage((message) => {
    if (!isOurs(message)) return
    if (message.upshift === 'ask') answer(message)
    else settle(message)
  })

  return (method, ...values) =>
    new Promise((resolve, reject) => {
      last += 1
      const id = last
      const timer = setTimeout(() => settle({ upshift: 'answer', id, failed: 'no answer in time' }), DEADLINE)
      timer.unref()
      waiting.set(id, { resolve, reject, timer })
      try {
        pipe.send({ upshift: 'ask', id, method, values })
      } catch (error) {
        settle({ upshift: 'answer', id, failed: error instanceof Error ? error.message : 'closed' })
      }
    })
}
