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

/**
 * Asks `requests` times over `connections` connections.
 * @returns seconds it took, and the sorted latencies in milliseconds. @throws for an answer that is no success
 */
export const load = async (origin, { method, path, headers, body }, { connections, requests }) => {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const latencies = []
  let left = requests
  const began = performance.now()
  const ask = (resolve, reject) => {
    if (left <= 0) return resolve()
    left -= 1
    documents += 1
    const text = typeof body === 'function' ? body(documents) : body
    pool.dispatch(
      { method, path, headers, body: text ?? null, headersTimeout: 60_000 },
      new Asked((error, status, took) => {
        if (error || status > 299)
          return reject(error ?? new Error(`${method} ${path} was answered ${status}`))
        latencies.push(took)
        ask(resolve, reject)
      }),
    )
  }
  try {
    await Promise.all(Array.from({ length: Math.min(connections, requests) }, () => new Promise(ask)))
    const seconds = (performance.now() - began) / 1000
    return { seconds, latencies: latencies.sort((a, b) => a - b) }
  } finally {
    await pool.destroy()
  }
}
