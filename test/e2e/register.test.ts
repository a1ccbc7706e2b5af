import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'

/** Programs as they stand in production: nothing in them knows of upshift, and all of them name the retired host. */
const HEADERS = `{ authorization: 'Bearer sandbox-key', 'content-type': 'application/json' }`
const PROGRAMS = {
  fetch: `const answer = await fetch('https://rest.runpod.io/v1/templates', { headers: ${HEADERS} })
console.log(JSON.stringify(await answer.json()))`,
  'node:https': `import https from 'node:https'
https.get('https://rest.runpod.io/v1/templates', { headers: ${HEADERS} }, (answer) => {
  let text = ''
  answer.on('data', (chunk) => { text += chunk }).on('end', () => console.log(text))
})`,
  'node:https with options': `import { request } from 'node:https'
const call = request({ hostname: 'rest.runpod.io', path: '/v1/templates', method: 'GET', headers: ${HEADERS} }, (answer) => {
  let text = ''
  answer.on('data', (chunk) => { text += chunk }).on('end', () => console.log(text))
})
call.end()`,
  undici: `import { request } from 'undici'
const { body } = await request('https://rest.runpod.io/v1/templates', { headers: ${HEADERS} })
console.log(await body.text())`,
  'the dispatcher that newer releases of undici share': `import { request } from 'undici'
const dispatcher = globalThis[Symbol.for('undici.globalDispatcher.2')]
const { body } = await request('https://rest.runpod.io/v1/templates', { dispatcher, headers: ${HEADERS} })
console.log(await body.text())`,
  'fetch, with a dispatcher of its own for all': `import { Agent, setGlobalDispatcher } from 'undici'
setGlobalDispatcher(new Agent({ connect: { timeout: 1_000 } }))
const answer = await fetch('https://rest.runpod.io/v1/templates', { headers: ${HEADERS} })
console.log(JSON.stringify(await answer.json()))`,
  'node:https, where the global agent leads elsewhere': `import http from 'node:http'
import https from 'node:https'
http.globalAgent.createConnection = () => { throw new Error('this is a way out of the network') }
https.get('https://rest.runpod.io/v1/templates', { headers: ${HEADERS} }, (answer) => {
  let text = ''
  answer.on('data', (chunk) => { text += chunk }).on('end', () => console.log(text))
})`,
  'node:https with a connection of its own': `import https from 'node:https'
import tls from 'node:tls'
https.get('https://rest.runpod.io/v1/templates', { headers: ${HEADERS}, createConnection: tls.connect }, (answer) => {
  let text = ''
  answer.on('data', (chunk) => { text += chunk }).on('end', () => console.log(text))
})`,
}

const sandbox = createSandbox()
const root = new URL('../..', import.meta.url).pathname
const register = join(root, 'dist/src/inprocess/register.js')
const folder = mkdtempSync(join(root, 'node_modules', '.upshift-register-'))
let v2 = ''

beforeAll(async () => {
  v2 = (await sandbox.listen(0)).url
  await sandbox.app.request('/v2/templates', {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-key' },
    body: JSON.stringify({ name: 'here', image: 'busybox' }),
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await sandbox.close()
})

test.each(Object.entries(PROGRAMS))(
  'a program on %s works unchanged, and ends by itself',
  async (name, text) => {
    const file = join(folder, `${name.replace(/\W/g, '-')}.mjs`)
    writeFileSync(file, text)
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', register, file], {
      env: { ...process.env, UPSHIFT_V2_URL: v2 },
      timeout: 20_000,
    })
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ name: 'here', imageName: 'busybox' })])
  },
)

test('each process of a cluster has a proxy of its own: none answers for another that may end', async () => {
  const file = join(folder, 'cluster.mjs')
  const text = `import cluster from 'node:cluster'
import https from 'node:https'
if (cluster.isPrimary) {
  const ports = []
  for (const _ of [1, 2]) cluster.fork().on('message', (port) => { if (ports.push(port) === 2) console.log(JSON.stringify(ports)) })
} else {
  const call = https.get('https://rest.runpod.io/v1/templates', { headers: ${HEADERS} }, (answer) => {
    process.send(call.socket.remotePort, () => cluster.worker.disconnect())
    answer.resume()
  })
}`
  writeFileSync(file, text)
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', register, file], {
    env: { ...process.env, UPSHIFT_V2_URL: v2 },
    timeout: 30_000,
  })
  expect(new Set(JSON.parse(stdout)).size).toBe(2)
}, 40_000)
