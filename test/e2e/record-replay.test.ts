import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { replayCommand } from '../../src/cli/replay.ts'
import { openRecorder } from '../../src/server/record/open-recorder.ts'
import { callServed, servedSandbox } from '../support/served-proxy.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const close of closers.splice(0).reverse()) await close()
})

const CANARY = 'canary-51e0'
const template = (name: string) => ({
  name,
  imageName: 'img',
  env: { TOKEN: CANARY },
  dockerStartCmd: ['run', CANARY],
})
const create = `mutation ($input: SaveTemplateInput!) { saveTemplate(input: $input) { id name } }`

/** A record of reads, writes and refusals in both dialects, and what it was made against. */
const recorded = async (name: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'replay-'))
  closers.push(() => rm(folder, { recursive: true }))
  const file = join(folder, name)
  const logger = { error: () => {} }
  const recorder = await openRecorder({ file, mostBytes: 1e9, worker: undefined, logger, version: '0' })
  const served = await servedSandbox({ recorder })
  closers.push(served.close)
  const call = (method: string, path: string, body?: unknown) => callServed(served.origin, method, path, body)
  const made = (await call('POST', '/v1/templates', template('one'))).json as { id: string }
  await call('PATCH', `/v1/templates/${made.id}`, { imageName: 'img:2' })
  await call('GET', '/v1/templates')
  await call('GET', `/v1/templates/${made.id}`)
  await call('GET', '/v1/templates/nowhere')
  await call('POST', '/v1/templates', { name: 'two', containerDiskInGb: 'much' })
  await call('POST', '/graphql', { query: '{ myself { id } }' })
  const input = {
    name: 'three',
    imageName: 'img',
    containerDiskInGb: 5,
    volumeInGb: 0,
    dockerArgs: '',
    env: [{ key: 'A', value: CANARY }],
  }
  await call('POST', '/graphql', { query: create, variables: { input } })
  await call('POST', '/graphql', { query: `mutation { deleteTemplate(templateName: "three") }` })
  await recorder.close()
  return { ...served, file, recorder, made }
}

const run = async (argv: readonly string[]): Promise<{ code: number; said: string }> => {
  let said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  vi.spyOn(console, 'error').mockImplementation((text) => {
    said += String(text)
  })
  const code = await replayCommand(argv)
  vi.restoreAllMocks()
  return { code, said }
}

test.each(['calls.har', 'calls.jsonl'])(
  '%s: nothing differs from itself, no write is sent, no secret is in it',
  async (name) => {
    const { file, origin, sandbox, recorder } = await recorded(name)
    expect(recorder.counts()).toEqual({ written: 9, lost: 0 })
    expect(await readFile(file, 'utf8')).not.toMatch(/canary|sandbox-key/)
    await sandbox.app.request('/_sandbox/requests', { method: 'DELETE' })
    vi.stubEnv('UPSHIFT_KEY', 'sandbox-key')
    const { code, said } = await run([file, '--against', origin, '--format', 'json'])
    const { calls } = JSON.parse(said) as {
      calls: { kind: string; outcome: string; operation: string; differences: unknown }[]
    }
    const log = (await (await sandbox.app.request('/_sandbox/requests')).json()) as {
      requests: { method: string; path: string }[]
    }
    expect(log.requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql')).toEqual([])
    expect(calls.filter(({ outcome }) => outcome === 'different')).toEqual([])
    expect(calls.filter(({ kind }) => kind === 'write').length).toBeGreaterThanOrEqual(4)
    expect(calls.filter(({ outcome }) => outcome === 'same').length).toBeGreaterThanOrEqual(8)
    expect(code).toBe(0)
  },
)

test('a read that is answered otherwise, and a write the mapping would send otherwise, are reported and exit with 1', async () => {
  const { file, origin, made } = await recorded('calls.jsonl')
  await callServed(origin, 'PATCH', `/v1/templates/${made.id}`, { name: 'renamed' })
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replaceAll('\\"image\\":\\"img:2\\"', '\\"image\\":\\"img:1\\"'))
  vi.stubEnv('RUNPOD_API_KEY', 'sandbox-key')
  const { code, said } = await run([file, '--against', `${origin}/v1/`])
  expect(code).toBe(1)
  expect(said).toContain(`different write v1.templates.update`)
  expect(said).toMatch(/body\.image: recorded "img:1", now "img:2"/)
  expect(said).toMatch(/different read v1\.templates\.get[\s\S]*body\.name: recorded "one", now "renamed"/)
})

test('what cannot be used is said in one sentence, and exits with 2', async () => {
  const { file } = await recorded('calls.jsonl')
  expect(await run([file])).toMatchObject({
    code: 2,
    said: expect.stringContaining('--against URL is missing'),
  })
  vi.stubEnv('UPSHIFT_KEY', '')
  vi.stubEnv('RUNPOD_API_KEY', '')
  const dead = 'http://127.0.0.1:9'
  expect((await run([file, '--against', dead])).said).toContain('set UPSHIFT_KEY or RUNPOD_API_KEY')
  vi.stubEnv('UPSHIFT_KEY', 'k')
  expect(await run([file, '--against', dead])).toMatchObject({
    code: 2,
    said: expect.stringContaining('cannot be reached'),
  })
  await writeFile(file, '{"a":1}\n')
  expect((await run([file, '--against', dead])).said).toContain(
    'is no record of upshift serve --record (line 1',
  )
  expect((await run([`${file}x`, '--against', dead])).said).toContain('cannot be read')
})
