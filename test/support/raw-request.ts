import { connect, type Socket } from 'node:net'

/** Writes bytes to a port and gathers everything said until the other side closes (or `until` matches). */
export const rawRequest = (
  port: number,
  bytes: string | readonly Buffer[],
  until?: RegExp,
): Promise<string> =>
  new Promise((resolve) => {
    let said = ''
    const socket: Socket = connect(port, '127.0.0.1')
    const done = (): void => {
      socket.destroy()
      resolve(said)
    }
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
      if (until?.test(said)) done()
    })
    socket.on('error', done).on('close', done)
    for (const piece of typeof bytes === 'string' ? [bytes] : bytes) socket.write(piece)
  })
