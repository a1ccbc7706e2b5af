// The load generator: so many connections, each asking again as soon as it was answered.
import { Pool } from 'undici'

/** Takes one answer in without keeping it. */
class Asked {
  constructor(done) {
    this.done = done
    this.began = performance.now()
  }
  onConnect() {}
  onHeaders(status) {
    this.status = status
    return true
  }
  onData() {
    return true
  }
  onComplete() {
    this.done(undefined, this.status, performance.now() - this.began)
  }
  onError(error) {
    this.done(error)
  }
}

let documents = 0

const inOrder = (latencies) => latencies.sort((a, b) => a - b)

/**
 * Asks `requests` times over `connections` connections, which are opened for it.
 * @returns seconds it took, and the sorted latencies in milliseconds: `opening` of the calls that had to wait for their
 *   connection, `latencies` of all others. Where there are fewer than a hundred times as many calls as connections, the
 *   slowest hundredth of all would be those that opened one. @throws for an answer that is no success
 */
export const load = async (origin, { method, path, headers, body }, { connections, requests }) => {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const opening = []
  const latencies = []
  let left = requests
  const began = performance.now()
  const ask = (resolve, reject) => {
    if (left <= 0) return resolve()
    const own = left > requests - connections && requests > connections ? opening : latencies
    left -= 1
    documents += 1
    const text = typeof body === 'function' ? body(documents) : body
    pool.dispatch(
      { method, path, headers, body: text ?? null, headersTimeout: 60_000 },
      new Asked((error, status, took) => {
        if (error || status > 299)
          return reject(error ?? new Error(`${method} ${path} was answered ${status}`))
        own.push(took)
        ask(resolve, reject)
      }),
    )
  }
  try {
    await Promise.all(Array.from({ length: Math.min(connections, requests) }, () => new Promise(ask)))
    const seconds = (performance.now() - began) / 1000
    return { seconds, opening: inOrder(opening), latencies: inOrder(latencies) }
  } finally {
    await pool.destroy()
  }
}
