// The request path: everybody is asked the same in turns, round by round, and compared with the floor of that round.
import { cases } from './cases.mjs'
import { median, quantile, spread, table } from './figures.mjs'
import { load } from './load.mjs'
import { startRole, startServe, stopAll, usageOf } from './processes.mjs'

const PEERS = ['http-proxy', 'httpxy', 'http-proxy-middleware', '@fastify/http-proxy', 'hono/proxy']

const ask = async (one, request, size) => {
  const before = await usageOf(one)
  const { seconds, opening, latencies } = await load(one.origin, request, size)
  const after = await usageOf(one)
  return {
    cpu: (after.cpu - before.cpu) / size.requests, // microseconds
    rate: size.requests / seconds,
    p50: quantile(latencies, 0.5), // milliseconds
    p99: quantile(latencies, 0.99),
    // Where every call opens a connection, they are not told apart.
    opening: quantile(opening.length > 0 ? opening : latencies, 0.5),
    rss: after.rss,
  }
}

const requestFor = (one, { path, plain = path, ...rest }) => ({
  ...rest,
  path: one.name.startsWith('upshift') ? path : plain,
})

const startAll = async (withPeers, profile, against) => {
  const direct = await startRole('upstream')
  const everybody = [{ ...direct, name: 'direct' }, await startRole('floor', direct.origin)]
  everybody.push(await startServe(direct.origin, { profile }))
  for (const root of against) everybody.push(await startServe(direct.origin, { root }))
  for (const name of withPeers ? PEERS : []) {
    const peer = await startRole(name, direct.origin)
    if (peer) everybody.push(peer)
    else console.log(`not installed: ${name}`)
  }
  return everybody
}

const report = ({ name, budget }, everybody, rounds) => {
  const floor = rounds.get('floor')
  const row = ({ name: who }) => {
    const own = rounds.get(who)
    const of = (figure, digits) => median(own.map((one) => one[figure])).toFixed(digits)
    const ratio = (figure) => spread(own.map((one, round) => one[figure] / floor[round][figure]))
    const cpu = ratio('cpu')
    const isOver = who.startsWith('upshift') && Number.parseFloat(cpu) > (budget ?? Number.POSITIVE_INFINITY)
    return [
      who,
      of('cpu', 0),
      `${cpu}${isOver ? ' over' : ''}`,
      of('rate', 0),
      ratio('rate'),
      of('p50', 1),
      ratio('p50'),
      of('p99', 1),
      ratio('p99'),
      of('opening', 1),
      ratio('opening'),
    ]
  }
  const times = 'x floor (spread)'
  const head = ['', 'CPU us', times, 'req/s', times, 'p50 ms', times, 'p99 ms', times, 'opening ms', times]
  console.log(`\n${name}${budget ? ` (budget: ${budget} x the floor's CPU)` : ''}`)
  console.log(table([head, ...everybody.map(row)]))
}

const runCase = async (one, everybody, { rounds, requests, connections }) => {
  const count = Math.max(4, Math.round(requests * (one.share ?? 1)))
  const size = { requests: count, connections: Math.min(connections, Math.max(4, Math.ceil(count / 8))) }
  const results = new Map(everybody.map(({ name }) => [name, []]))
  // The first round warms up: compilers, sockets, and the catalog that a first call asks for.
  for (let round = -1; round < rounds; round += 1) {
    for (const who of everybody) {
      const result = await ask(who, requestFor(who, one), size)
      if (round >= 0) results.get(who.name).push(result)
    }
  }
  report(one, everybody, results)
}

/** Compares the proxy as served with the floor and with peers, case by case. */
export const benchRequestPath = async ({ only = '', peers = true, profile, against = [], ...size }) => {
  const everybody = await startAll(peers, profile, against)
  try {
    console.log(
      `${size.rounds} rounds of ${size.requests} requests over ${size.connections} connections, in turns; median (smallest-largest)`,
    )
    for (const one of cases) if (one.name.includes(only)) await runCase(one, everybody, size)
  } finally {
    await stopAll()
  }
}
