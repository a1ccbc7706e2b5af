import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Sockets this process holds. */
export const openSockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

/** Bytes in use once all garbage is collected, buffers included. */
export const settledHeap = (): number => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
