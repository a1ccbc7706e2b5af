import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import { readRecord } from '../../src/server/record/record-format.ts'
import { freePort, type ServeProcess, serveProcess } from '../support/serve-process.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** One call over a connection of its own, so that the processes take turns. */
const call = (origin: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer sandbox-key', connection: 'close' }
    request(`${origin}${path}`, { headers, agent: false }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
      .on('error', reject)
      .end()
  })

const callMany = async (origin: string, count: number): Promise<void> => {
  const statuses = await Promise.all(Array.from({ length: count }, () => call(origin, '/v1/templates')))
  expect(new Set(statuses)).toEqual(new Set([200]))
}

const adminOf = ({ said }: ServeProcess): string => /admin +(http:\S+)/.exec(said())?.[1] ?? ''

/** The calls of one operation, as somebody who scrapes reads them. */
const countedIn = async (admin: string): Promise<number> => {
  const text = await (await fetch(`${admin}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith('upshift_requests_total'))
  const own = lines.filter((line) => line.includes('operation="v1.templates.list"'))
  return own.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

const usedIn = async (admin: string): Promise<number> => {
  const report = JSON.stringify(await (await fetch(`${admin}/usage`)).json())
  return Number(/"operation":"v1\.templates\.list"[^}]*?"calls":(\d+)/.exec(report)?.[1])
}

const workersOf = async ({ process: { pid } }: ServeProcess): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(/\s+/).map(Number)

test('two processes count, record and report as one; one that is killed takes nothing away and is replaced', async () => {
  const sandbox = createSandbox({ logCapacity: 10_000 })
  closers.push(() => sandbox.close())
  const folder = await mkdtemp(join(tmpdir(), 'workers-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const { url } = await sandbox.listen()
  const argv = [
    '--v2-url',
    url,
    '--workers',
    '2',
    '--record',
    join(folder, 'calls.jsonl'),
    '--log-level',
    'silent',
  ]
  const served = await serveProcess(argv, await freePort())
  closers.push(() => served.end('SIGKILL'))
  const admin = adminOf(served)

  await callMany(served.origin, 40)
  expect(await countedIn(admin)).toBe(40)
  expect(await usedIn(admin)).toBe(40)

  const before = await workersOf(served)
  process.kill(before[0] ?? 0, 'SIGKILL')
  await expect
    .poll(async () => (await workersOf(served)).filter((pid) => !before.includes(pid)).length)
    .toBe(1)
  expect(await countedIn(admin), 'what was counted stays counted').toBe(40)
  expect(await usedIn(admin)).toBe(40)

  await expect.poll(() => call(served.origin, '/v1/templates').catch(() => 0)).toBe(200)
  await callMany(served.origin, 20)
  expect(await countedIn(admin)).toBe(61)
  expect(await usedIn(admin)).toBe(61)

  expect(await served.end('SIGTERM')).toBe(0)
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const recorded = texts.map((text) => readRecord(text).length)
  expect(files.length, 'a file each').toBe(3)
  expect(recorded.filter((count) => count > 0).length, 'the processes took turns').toBeGreaterThan(1)
  expect(recorded.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(40)
}, 60_000)
