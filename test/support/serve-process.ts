import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

const main = new URL('../../dist/src/cli/main.js', import.meta.url).pathname

/** `upshift serve` as a process of its own. */
export interface ServeProcess {
  readonly origin: string
  readonly process: ChildProcess
  /** All it wrote, both streams. */
  readonly said: () => string
  /** Sends a signal and waits for the end. @returns the exit code; null where a signal ended it */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Starts the built command and waits until it listens, or has ended.
 * @param mostBlocks the largest file it may write, in KiB: how a disk that is full looks to it
 */
export const serveProcess = async (
  argv: readonly string[],
  port: number,
  mostBlocks?: number,
): Promise<ServeProcess> => {
  const command = [process.execPath, main, 'serve', '--port', String(port), '--admin-port', '0', ...argv]
  const [file = '', ...rest] =
    mostBlocks === undefined
      ? command
      : ['bash', '-c', `ulimit -f ${mostBlocks}; exec "$@"`, 'bash', ...command]
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let ended: number | null | undefined
  const listening = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer): void => {
      said += String(chunk)
      if (said.includes('upstream ')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => {
      ended = code
      resolve()
    })
  })
  await listening
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (ended !== undefined) return ended
    child.kill(signal)
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }
  return { origin: `http://127.0.0.1:${port}`, process: child, said: () => said, end }
}
