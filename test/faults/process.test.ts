import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox/create-sandbox.ts'
import { readRecord } from '../../src/server/record/record-format.ts'
import { freePort, type ServeProcess, serveProcess } from '../support/serve-process.ts'
import { callServed } from '../support/served-proxy.ts'

const CALLS = process.env.UPSHIFT_LONG ? 2_000 : 120

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const open = async (): Promise<{ sandbox: Sandbox; url: string; folder: string }> => {
  const sandbox = createSandbox({ logCapacity: 100_000 })
  closers.push(() => sandbox.close())
  const folder = await mkdtemp(join(tmpdir(), 'faults-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  return { sandbox, folder, url: (await sandbox.listen()).url }
}
const start = async (
  url: string,
  port: number,
  argv: readonly string[] = [],
  mostBlocks?: number,
): Promise<ServeProcess> => {
  const served = await serveProcess(['--v2-url', url, ...argv], port, mostBlocks)
  closers.push(() => served.end('SIGKILL'))
  return served
}

/** Sends creates with names of their own, so many at once. @returns names that were acknowledged */
const load = async (origin: string, names: readonly string[], onAnswer: () => void): Promise<string[]> => {
  const left = [...names]
  const acknowledged: string[] = []
  const one = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const body = { name, imageName: 'img', env: { A: 'x'.repeat(200) } }
      const answer = await callServed(origin, 'POST', '/v1/templates', body).catch(() => undefined)
      if (answer !== undefined && answer.status < 300) acknowledged.push(name)
      onAnswer()
    }
  }
  await Promise.all(Array.from({ length: 16 }, one))
  return acknowledged
}
const namesOf = (prefix: string): string[] => Array.from({ length: CALLS }, (_none, at) => `${prefix}-${at}`)

/** How often each name was created, by the sandbox's own log. */
const createsIn = async ({ app }: Sandbox): Promise<Map<string, number>> => {
  const { requests } = (await (await app.request('/_sandbox/requests')).json()) as {
    requests: { method: string; path: string; body: { name: string } }[]
  }
  const counts = new Map<string, number>()
  for (const { method, path, body } of requests)
    if (method === 'POST' && path === '/v2/templates') counts.set(body.name, (counts.get(body.name) ?? 0) + 1)
  return counts
}
const expectOnce = async (sandbox: Sandbox, acknowledged: readonly string[]): Promise<void> => {
  const creates = await createsIn(sandbox)
  expect([...creates].filter(([, count]) => count > 1)).toEqual([])
  expect(acknowledged.filter((name) => !creates.has(name))).toEqual([])
}

test('killed under load and started again: no create is lost or doubled, stores and record are read again', async () => {
  const { sandbox, url, folder } = await open()
  const port = await freePort()
  const record = join(folder, 'calls.jsonl')
  const argv = ['--record', record, '--usage-store', join(folder, 'usage.db')]
  const first = await start(url, port, argv)
  let answered = 0
  const before = await load(first.origin, namesOf('a'), () => {
    answered += 1
    if (answered === CALLS / 2) first.process.kill('SIGKILL')
  })
  expect(before.length).toBeGreaterThan(0)
  expect(before.length).toBeLessThan(CALLS)
  const second = await start(url, port, argv)
  const after = await load(second.origin, namesOf('b'), () => {})
  expect(after).toHaveLength(CALLS)
  await expectOnce(sandbox, [...before, ...after])
  expect(await second.end('SIGTERM')).toBe(0)
  expect(readRecord(await readFile(record, 'utf8')).length).toBeGreaterThanOrEqual(CALLS)
}, 120_000)

test('told to stop under load: what is in flight is answered, nothing is lost, the process ends with 0', async () => {
  const { sandbox, url } = await open()
  await sandbox.app.request('/_sandbox/faults', {
    method: 'PUT',
    body: JSON.stringify({ faults: [{ path: '/v2/templates', latencyMs: 50 }] }),
  })
  const served = await start(url, await freePort())
  let answered = 0
  let ended: Promise<number | null> | undefined
  const acknowledged = await load(served.origin, namesOf('c'), () => {
    answered += 1
    if (answered === 40) ended = served.end('SIGTERM')
  })
  expect(await ended).toBe(0)
  const creates = await createsIn(sandbox)
  // All that reached the upstream was answered to whoever asked.
  expect([...creates.keys()].sort()).toEqual(acknowledged.sort())
  await expectOnce(sandbox, acknowledged)
}, 120_000)

test('a disk that is full under record and usage store: calls are answered, the complaint names no secret', async () => {
  const { sandbox, url, folder } = await open()
  const record = join(folder, 'calls.har')
  const argv = ['--record', record, '--usage-store', join(folder, 'usage.db')]
  const served = await start(url, await freePort(), argv, 256)
  const acknowledged = await load(served.origin, namesOf('d'), () => {})
  expect(served.said(), served.said()).toContain('upstream ')
  expect(acknowledged).toHaveLength(CALLS)
  await expectOnce(sandbox, acknowledged)
  await expect.poll(served.said).toContain('exchanges not recorded')
  expect(await served.end('SIGTERM')).toBe(0)
  expect(served.said()).not.toContain('sandbox-key')
  expect(readRecord(await readFile(record, 'utf8')).length).toBeGreaterThan(0)
}, 120_000)

test.each([1, 2])(
  'a port that is taken ends the start of %i processes; it ends the process with 2 and one sentence, whatever else it had opened',
  async (workers) => {
    const { url, folder } = await open()
    const port = await freePort()
    await start(url, port)
    const second = await start(url, port, [
      '--workers',
      String(workers),
      '--record',
      join(folder, 'x.har'),
      '--usage-store',
      join(folder, 'u.db'),
    ])
    expect(second.said()).toMatch(/port \d+ is in use: .*--port/)
    expect(await second.end('SIGKILL')).toBe(2)
  },
  60_000,
)
