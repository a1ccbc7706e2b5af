// CPU time a request of the passage, as a ratio to node:http + undici dispatch in the same run. Needs `npm run build`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'

const CONNECTIONS = 64
const REQUESTS = Number(process.argv[2] ?? 8_000)
const ROUNDS = Number(process.argv[3] ?? 5)

const child = async (...args) => {
  const made = fork(new URL('./passage-child.mjs', import.meta.url), args)
  const [{ port }] = await once(made, 'message')
  return { made, origin: `http://127.0.0.1:${port}` }
}

const cpuOf = async ({ made }) => {
  made.send('cpu')
  return (await once(made, 'message'))[0].cpu
}

const load = async (origin, request) => {
  const pool = new Pool(origin, { connections: CONNECTIONS })
  let left = REQUESTS
  const worker = async () => {
    while (left-- > 0) await (await pool.request(request)).body.dump()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  await pool.close()
}

const perRequest = async (one, request) => {
  const before = await cpuOf(one)
  await load(one.origin, request)
  return ((await cpuOf(one)) - before) / REQUESTS
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
const headers = { authorization: 'Bearer key', accept: 'application/json', 'user-agent': 'bench/1' }
const body = JSON.stringify({ input: { prompt: 'x'.repeat(560) } })
const cases = {
  'GET v2 list, 2 KB': { method: 'GET', path: '/v2/pods', headers },
  'POST job run, 600 bytes': { method: 'POST', path: '/v2/ep1/run', headers, body },
}

const upstream = await child('upstream')
const floor = await child('floor', upstream.origin)
const proxy = await child('proxy', upstream.origin)
for (const [name, request] of Object.entries(cases)) {
  for (const one of [floor, proxy]) await load(one.origin, request)
  const rounds = { floor: [], proxy: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.floor.push(await perRequest(floor, request))
    rounds.proxy.push(await perRequest(proxy, request))
  }
  const ratios = rounds.proxy.map((cpu, i) => cpu / rounds.floor[i])
  const of = (values) => median(values).toFixed(1)
  const spread = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`
  console.log(
    `${name}: floor ${of(rounds.floor)} us, passage ${of(rounds.proxy)} us, ratio ${median(ratios).toFixed(2)} (${spread})`,
  )
}
for (const { made } of [upstream, floor, proxy]) made.kill()
