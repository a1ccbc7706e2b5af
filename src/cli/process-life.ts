import type { AddressInfo } from 'node:net'

/** A mistake in what was given, told in one sentence. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'is in use: stop what listens there or choose another',
  EACCES: 'may not be used by this user: choose another',
}
const NO_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']

/** Starts one listener; what fails is said with the flag that changes it. */
export const listening = async <T>(flag: string, port: number, start: () => Promise<T>): Promise<T> => {
  try {
    return await start()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const words = LISTEN_ERRORS[code]
    if (NO_ADDRESS.includes(code))
      throw new InputError(`${flag.replace('port', 'host')} is no address of this machine (${code})`)
    if (words) throw new InputError(`port ${port} ${words} (${flag})`)
    throw error
  }
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process as it would any other. */
export const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })

/** Told once the proxy listens, and where its operator's listener is. */
export type Ready = (at: AddressInfo, admin: AddressInfo | undefined) => void

/** One that fails to close must not keep the next from writing what it has. */
export const complain = (error: unknown): void =>
  console.error(`upshift serve: while stopping: ${error instanceof Error ? error.message : String(error)}`)

/**
 * Runs to its end what would be worse half done.
 * @returns the signal that came meanwhile, if any, which the caller is to obey now
 */
export const uninterrupted = async (run: () => void): Promise<NodeJS.Signals | undefined> => {
  let came: NodeJS.Signals | undefined
  const hear = (signal: NodeJS.Signals): void => {
    came = signal
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, hear)
  try {
    run()
    // Signals are told when the loop looks for events, which a whole turn of it does
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
  } finally {
    for (const signal of signals) process.off(signal, hear)
  }
  return came
}
