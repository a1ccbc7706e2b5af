// What grows: throughput with connections and workers, memory with large bodies, long streams and time.
import { cases } from './cases.mjs'
import { median, spread, table } from './figures.mjs'
import { load } from './load.mjs'
import { startRole, startServe, stopAll, usageOf } from './processes.mjs'

const MEGABYTE = 1024 * 1024
const named = (name) => cases.find((one) => one.name === name)
const list = named('v1 pod list, 2 KB')
const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(1)

/** One worker and two, in turns, at 1, 64 and 1,000 connections. */
const benchWorkers = async (origin, { rounds, requests, smoke }) => {
  const everybody = [await startServe(origin), await startServe(origin, { flags: ['--workers', '2'] })]
  const rows = []
  for (const connections of smoke ? [4] : [1, 64, 1_000]) {
    const rates = everybody.map(() => [])
    for (let round = -1; round < rounds; round += 1) {
      for (const [at, one] of everybody.entries()) {
        const { seconds } = await load(one.origin, list, { connections, requests })
        if (round >= 0) rates[at].push(requests / seconds)
      }
    }
    const ratios = rates[1].map((rate, round) => rate / rates[0][round])
    rows.push([String(connections), ...rates.map((all) => median(all).toFixed(0)), spread(ratios)])
  }
  console.log(`\nworkers: ${list.name}, requests a second (the load generator needs a core of its own)`)
  console.log(table([['connections', '1 worker', '2 workers', 'ratio'], ...rows]))
}

/** Reads a stream to its end. @returns what was resident at each tenth of it */
const follow = async (one, events) => {
  const answer = await fetch(`${one.origin}/v2/ep1/stream-events/${events}`, { headers: list.headers })
  const seen = []
  let received = 0
  for await (const chunk of answer.body) {
    const before = received
    received += chunk.length
    if (Math.floor(before / (events * 10)) !== Math.floor(received / (events * 10)))
      seen.push((await usageOf(one)).rss)
  }
  return seen
}

const benchMemory = async (origin, { smoke, minutes }, root) => {
  const one = await startServe(origin, { root })
  const upload = named('job run, 20 MB')
  await load(one.origin, list, { connections: 8, requests: smoke ? 20 : 3_000 })
  const idle = (await usageOf(one)).rss
  const rows = [['idle, warmed up', megabytes(idle), '']]
  const note = (what, rss) => rows.push([what, megabytes(rss), megabytes(rss - idle)])
  for (let sent = 1; sent <= (smoke ? 1 : 40); sent += 1) {
    await load(one.origin, upload, { connections: 1, requests: 1 })
    if (sent % 10 === 0 || sent === 1) note(`${sent} uploads of 20 MB`, (await usageOf(one)).rss)
  }
  await load(one.origin, upload, { connections: smoke ? 2 : 8, requests: smoke ? 2 : 8 })
  note('8 uploads of 20 MB at once', (await usageOf(one)).rss)
  const events = smoke ? 100 : 100_000
  note(`a stream of ${events} events, most at any tenth`, Math.max(...(await follow(one, events)), 0))
  const end = performance.now() + minutes * 60_000
  const mixed = [
    'v1 pod list, 2 KB',
    'v1 pod create',
    'GraphQL saveTemplate, document seen',
    'GraphQL saveTemplate, new document',
  ]
  for (let minute = 1; performance.now() < end; minute += 1) {
    const until = performance.now() + 60_000
    while (performance.now() < until)
      for (const name of mixed) await load(one.origin, named(name), { connections: 32, requests: 200 })
    note(`${minute} minutes of mixed load`, (await usageOf(one)).rss)
  }
  console.log(`\nmemory: ${one.name}`)
  console.log(table([['', 'resident MB', 'over idle'], ...rows]))
}

/** @param only `workers` or `memory`; both when left out. @param minutes of mixed load to watch memory over */
export const benchGrowth = async (options) => {
  const { origin } = await startRole('upstream')
  try {
    if (!options.only || 'workers'.includes(options.only)) await benchWorkers(origin, options)
    if (options.only && !'memory'.includes(options.only)) return
    for (const root of [undefined, ...options.against]) await benchMemory(origin, options, root)
  } finally {
    await stopAll()
  }
}
