import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCodemod } from '../project/run.ts'

/** A program in which a call has to stay at first: what becomes of it once somebody has settled that. */
const program = (name: string, text: string) => {
  const root = mkdtempSync(join(tmpdir(), 'settled-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const path = join(root, name)
  writeFileSync(path, text)
  const run = async (): Promise<string> => {
    const { changes } = await runCodemod({ paths: [root], root })
    for (const { path: changed, after } of changes) writeFileSync(changed, after)
    return readFileSync(path, 'utf8')
  }
  const settle = (from: string | RegExp, to: string): void =>
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to))
  return { run, settle }
}

const BODY = `{ name: 'job', imageName: 'a', gpuTypeIds: ['NVIDIA L4'], interruptible: true }`
const HEADERS = '{ Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` }'
const SENDS = `const API = process.env.RUNPOD_URL ?? 'https://rest.runpod.io/v1'
const send = (method: string, path: string, body?: unknown) =>
  fetch(API + path, { method, headers: ${HEADERS}, body: JSON.stringify(body) })
`
const MARKED = /upshift: v1\.pods\.create\.interruptible/g

test('the marker of a call goes when the call moves, and with the last one the way to v1', async () => {
  const { run, settle } = program(
    'pods.ts',
    `${SENDS}export const spot = async () => {
  await send('POST', '/pods', ${BODY})
}
export class Pods {
  make() { return send('POST', '/pods', ${BODY}).then((answer) => answer.ok) }
}
export const stop = async (id: string) => { await send('DELETE', \`/pods/\${id}\`) }
`,
  )
  const first = await run()
  expect(first.match(MARKED)).toHaveLength(2)
  expect(first).toContain("path.startsWith('/v1/') ? v1Address(API, path) : API + path")
  settle(', interruptible: true', '')
  const second = await run()
  expect(second).not.toContain('upshift:')
  expect(second).not.toContain('v1Address')
  expect(second).toContain('fetch(API + path,')
  expect(await run()).toBe(second)
})

test('what the program imports of the generated module is told anew, where nothing of before is wanted', async () => {
  const { run, settle } = program(
    'pods.ts',
    `${SENDS}export const make = async () => {
  const answer = await send('POST', '/pods', ${BODY})
  return answer.json()
}
export const stop = async (id: string) => { await send('DELETE', \`/pods/\${id}\`) }
`,
  )
  expect(await run()).toContain("import { v1Address } from './upshift.v2'")
  settle(', interruptible: true', '')
  const second = await run()
  expect(second).toContain("import { podFromV2 } from './upshift.v2'")
  expect(second.match(/upshift\.v2'/g)).toHaveLength(1)
})

test('the marker of another call of the statement stays, and the way to v1 with it', async () => {
  const { run, settle } = program(
    'pods.ts',
    `${SENDS}export const both = async () => {
  await Promise.all([send('POST', '/pods', ${BODY}), send('POST', '/pods/a/reset')])
}
export const stop = async (id: string) => { await send('DELETE', \`/pods/\${id}\`) }
`,
  )
  await run()
  settle(', interruptible: true', '')
  const second = await run()
  expect(second).not.toMatch(MARKED)
  expect(second).toContain('// upshift: v1.pods.reset –')
  expect(second).toContain('v1Address(API, path)')
})

test('a call that stays for another reason now is told of that one', async () => {
  const { run, settle } = program(
    'pods.js',
    `const headers = ${HEADERS}
export const make = () =>
  fetch('https://rest.runpod.io/v1/pods', { method: 'POST', headers, body: JSON.stringify(${BODY}) })
`,
  )
  expect(await run()).toMatch(MARKED)
  settle('interruptible: true', "dockerEntrypoint: ['sh']")
  const second = await run()
  expect(second).not.toMatch(MARKED)
  expect(second.match(/\/\/ upshift: /g)).toHaveLength(1)
  expect(await run()).toBe(second)
})

test('what an earlier run wrote is neither written again nor laid otherwise', async () => {
  const line = `const http = axios.create({ baseURL: process.env.RUNPOD_URL || 'https://rest.runpod.io/v1', headers: ${HEADERS} })`
  const { run, settle } = program(
    'pods.ts',
    `import axios from 'axios'
${line}
const call = async (method: string, url: string) => (await http.request({ method, url })).data
export const stop = async (id: string): Promise<void> => { await call('DELETE', \`/pods/\${id}\`) }
export const reset = async (id: string): Promise<void> => { await call('POST', \`/pods/\${id}/reset\`) }
`,
  )
  const first = await run()
  expect(first).toContain("url: url.startsWith('/v1/') ?")
  settle(
    /.*const reset.*/g,
    "export const end = async (): Promise<void> => { await call('DELETE', '/v1/pods/a') }",
  )
  const second = await run()
  expect(second).toContain(line.replace('rest.runpod.io/v1', 'api.runpod.io/v2'))
  expect(second).toContain('http.request({ method, url })')
})

test('a whole address that an earlier run kept is found behind new URL as well', async () => {
  const { run, settle } = program(
    'pods.ts',
    `const BASE = 'https://rest.runpod.io/v1/'
const call = async (method: string, path: string) => {
  const answer = await fetch(new URL(path.slice(1), BASE), { method, headers: ${HEADERS} })
  return answer.ok
}
export const stop = (id: string) => call('DELETE', \`/pods/\${id}\`)
export const reset = (id: string) => call('POST', \`/pods/\${id}/reset\`)
`,
  )
  expect(await run()).toContain('`https://rest.runpod.io/v1/pods/${id}/reset`')
  settle(
    /.*const reset.*/g,
    "export const end = (id: string) => call('DELETE', `https://rest.runpod.io/v1/pods/${id}`)",
  )
  expect(await run()).toContain("call('DELETE', `https://api.runpod.io/v2/pods/${id}`)")
})
