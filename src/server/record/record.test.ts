import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { callOf } from '../../../test/support/call.ts'
import { UpstreamError } from '../../upstream/contract.ts'
import { type Disk, openDisk, RecordFile } from './record-file.ts'
import { readRecord, recordFormat } from './record-format.ts'
import { EXCHANGE, type RecordedExchange } from './recorded-exchange.ts'
import { createRecorder, type RecorderOptions } from './recorder.ts'
import { redactExchange } from './redact-exchange.ts'

const CANARY = 'canary-7f3a'
const KEY = 'rpa_key-canary-9c1d'
const json = { 'content-type': 'application/json' }

const exchangeOf = (part: Partial<RecordedExchange> = {}): RecordedExchange => ({
  exchange: EXCHANGE,
  id: 'r1',
  at: '2026-11-21T00:00:00.000Z',
  took: 3,
  dialect: 'v1',
  operation: 'v1.pods.create',
  request: {
    method: 'POST',
    path: '/v1/pods',
    query: '',
    headers: { ...json, authorization: `Bearer ${KEY}`, cookie: CANARY },
    body: '{}',
  },
  upstream: [],
  answer: { status: 201, headers: { ...json, 'set-cookie': CANARY }, body: '{"id":"p1"}' },
  ...part,
})
const withBody = (body: unknown, answer?: unknown): RecordedExchange => {
  const one = exchangeOf()
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    ...one,
    request: { ...one.request, body: text },
    upstream: [
      {
        to: 'v2',
        took: 1,
        request: { ...one.request, path: '/v2/pods', body: text },
        answer: { status: 422, headers: json, body: JSON.stringify({ detail: `bad value ${CANARY}` }) },
      },
    ],
    answer: answer === undefined ? one.answer : { ...one.answer, body: JSON.stringify(answer) },
  }
}
const graphql = (query: string, variables?: object, answer: object = {}): RecordedExchange => {
  const one = withBody({ query, variables }, answer)
  const path = '/graphql'
  return {
    ...one,
    dialect: 'graphql',
    request: { ...one.request, path, query: `api_key=${KEY}` },
    upstream: one.upstream.map((hop) => ({ ...hop, to: 'graphql', request: { ...hop.request, path } })),
  }
}

test.each<[string, RecordedExchange]>([
  ['environments', withBody({ env: { A: CANARY } }, { env: { A: CANARY } })],
  ['environments as lists', withBody({ env: [{ key: 'A', value: CANARY }, `A=${CANARY}`] })],
  ['registry passwords', withBody({ name: 'n', username: 'u', password: CANARY })],
  ['a password whose field is misspelt', withBody({ name: 'n', passwort: CANARY })],
  ['secret values', withBody({ name: 'n', value: CANARY })],
  ['s3 settings', withBody({ s3Config: { accessId: CANARY, accessSecret: CANARY, bucketName: CANARY } })],
  ['commands', withBody({ dockerStartCmd: ['run', CANARY], dockerEntrypoint: [CANARY] })],
  ['an api_key in a body', withBody({ api_key: CANARY })],
  ['a body that is no JSON', withBody(`{"env":"${CANARY}`)],
  ['a literal in a document', graphql(`mutation { secretCreate(input: {value: "${CANARY}"}) { id } }`)],
  ['a block string', graphql(`mutation { a(input: {value: """${CANARY}"""}) { id } }`)],
  ['a comment', graphql(`{ myself { id } } # ${CANARY}`)],
  ['a document that does not parse', graphql(`mutation { a(value: "${CANARY}"`)],
  ['a default of a variable', graphql(`query ($a: String = "${CANARY}") { pod(id: $a) { id } }`)],
  [
    'a variable used as a password',
    graphql('mutation ($x: S) { a(input: {password: $x}) { id } }', { x: CANARY }),
  ],
  [
    'an environment in variables',
    graphql('mutation ($i: I) { a(input: $i) { id } }', { i: { env: [{ key: 'A', value: CANARY }] } }),
  ],
  [
    'an alias of a secret field',
    graphql('{ pod { harmless: env } }', {}, { data: { pod: { harmless: [`A=${CANARY}`] } } }),
  ],
  [
    'an error that quotes',
    graphql(`{ a(b: "${CANARY}") }`, {}, { errors: [{ message: `found "${CANARY}"` }] }),
  ],
])('%s: no canary and no key is written, in either format', (_name, exchange) => {
  for (const file of ['a.har', 'a.jsonl']) {
    const said = recordFormat(file, '0').write(redactExchange(exchange))
    expect(said).not.toContain(CANARY)
    expect(said).not.toContain(KEY)
  }
})

test('a secret that was put into a document without its quotes is hidden, and what quotes it', () => {
  const shown = redactExchange(
    graphql(
      'mutation { a(input: {value: hunter2x, count: 5, kind: SECURE, env: [{key: K, value: 77123}]}) { id } }',
      {},
      { errors: [{ message: 'String cannot represent hunter2x' }] },
    ),
  )
  const { query } = JSON.parse(shown.request.body) as { query: string }
  expect(query).toBe(
    'mutation { a(input: {value: "[redacted]", count: 5, kind: SECURE, env: [{key: "[redacted]", value: "[redacted]"}]}) { id } }',
  )
  expect(JSON.stringify(shown)).not.toMatch(/hunter2x|77123/)
})

test('what is no secret stays, so that a record can be read and compared', () => {
  const shown = redactExchange(withBody({ name: 'n', gpuTypeIds: ['NVIDIA L4'], env: { A: 'x' } }))
  expect(JSON.parse(shown.request.body)).toEqual({
    name: 'n',
    gpuTypeIds: ['NVIDIA L4'],
    env: { A: '[redacted]' },
  })
  expect(shown.request.headers).toEqual({ ...json, authorization: '[redacted]' })
})

test('a key is hidden wherever it stands, even where nobody would put one', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.string(), (body, name) => {
      const nested = { [name]: [JSON.parse(body), { [`x${KEY}`]: `a ${KEY} b` }], name: KEY }
      expect(JSON.stringify(redactExchange(withBody(nested, nested)))).not.toContain(KEY)
    }),
    { numRuns: 100 },
  )
})

const folders: string[] = []
const temporary = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'record-'))
  folders.push(made)
  return made
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

const recording = async (file: string, options: Partial<RecorderOptions> = {}) => {
  const format = recordFormat(file, '0')
  const complaints: string[] = []
  const recorder = createRecorder({
    file: await RecordFile.open(await openDisk(file), format),
    format,
    logger: { error: (fields) => complaints.push(String(fields.why)) },
    now: Date.now,
    mostBytes: 1e9,
    ...options,
  })
  const send = recorder.send(async () => ({ status: 200, headers: {}, body: '{"pods":[]}' }), 'v2')
  const handle = recorder.handle(async (call) => {
    await send({ method: 'GET', path: '/v2/pods?a=1', headers: { authorization: `Bearer ${KEY}` } })
    return { status: 200, headers: json, body: call.body === '' ? '[]' : call.body }
  })
  return { recorder, handle, complaints }
}

test.each(['a.har', 'a.jsonl'])(
  '%s holds calls with the upstream calls made for each, and goes on after a restart',
  async (name) => {
    const file = join(await temporary(), name)
    for (const round of [1, 2]) {
      const { recorder, handle } = await recording(file)
      await Promise.all(Array.from({ length: 40 }, () => handle(callOf('GET', `/v1/pods?round=${round}`))))
      await recorder.close()
      expect(recorder.counts()).toEqual({ written: 40, lost: 0 })
    }
    const read = readRecord(await readFile(file, 'utf8'))
    expect(read).toHaveLength(80)
    for (const { request, upstream, answer } of read) {
      expect(request.path).toBe('/v1/pods')
      expect(upstream.map(({ to, request: sent }) => `${to} ${sent.path}?${sent.query}`)).toEqual([
        'v2 /v2/pods?a=1',
      ])
      expect(answer.body).toBe('[]')
    }
    expect((await stat(file)).mode & 0o077).toBe(0)
  },
)

test('both formats say the same', () => {
  const { error: _none, ...hop } = { ...withBody({ a: 1 }).upstream[0]!, error: undefined }
  const whole = redactExchange({
    ...withBody({ a: 1 }),
    upstream: [hop, { to: 'v2', took: 1, request: hop.request, error: 'UPSTREAM_RESET' }],
  })
  const through = (file: string) => {
    const format = recordFormat(file, '0')
    return readRecord(format.head + format.write(whole) + format.tail)
  }
  expect(through('a.har')).toEqual([whole])
  expect(through('a.jsonl')).toEqual([whole])
})

/** A disk in memory that has room for so many bytes. */
const smallDisk = (room: () => number) => {
  let held = Buffer.alloc(0)
  const disk = {
    stat: async () => ({ size: held.length }),
    read: async (into: Buffer, at: number, length: number, from: number) =>
      held.copy(into, at, from, from + length),
    truncate: async (size: number) => {
      held = held.subarray(0, size)
    },
    write: async (bytes: Buffer, at: number, length: number, position: number) => {
      const fits = Math.min(length, room() - position)
      if (fits <= 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      const grown = Buffer.alloc(Math.max(held.length, position + fits))
      held.copy(grown)
      bytes.copy(grown, position, at, at + fits)
      held = grown
      return { bytesWritten: fits, buffer: bytes }
    },
    close: async () => {},
  }
  return { disk: disk as unknown as Disk, text: () => held.toString() }
}

test.each(['a.har', 'a.jsonl'])(
  '%s on a disk that fills up: calls go on, the file stays whole, and it goes on when there is room',
  async (name) => {
    let room = 3_000
    const { disk, text } = smallDisk(() => room)
    const format = recordFormat(name, '0')
    const { recorder, handle, complaints } = await recording(join(await temporary(), name), {
      file: await RecordFile.open(disk, format),
    })
    const call = async (): Promise<void> => {
      expect(
        (await handle(callOf('POST', '/v1/pods', { body: JSON.stringify({ name: 'x'.repeat(200) }) })))
          .status,
      ).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    for (let n = 0; n < 10; n += 1) await call()
    await expect.poll(() => recorder.counts().written + recorder.counts().lost).toBe(10)
    const { written, lost } = recorder.counts()
    expect(written).toBeGreaterThan(0)
    expect(lost).toBeGreaterThan(0)
    expect(readRecord(text())).toHaveLength(written)
    expect(complaints).toEqual(['the disk refused (ENOSPC)'])
    room = 1e6
    await call()
    await recorder.close()
    expect(recorder.counts().written).toBe(written + 1)
    expect(readRecord(text())).toHaveLength(written + 1)
  },
)

test('what waits is bounded, and a record stops at its size', async () => {
  const file = join(await temporary(), 'a.jsonl')
  const { recorder, handle } = await recording(file, { limits: { exchanges: 5, characters: 1e6 } })
  await Promise.all(Array.from({ length: 50 }, () => handle(callOf('GET', '/v1/pods'))))
  await recorder.close()
  expect(recorder.counts()).toEqual({ written: 5, lost: 45 })
  const full = await recording(file, { mostBytes: 1 })
  await full.handle(callOf('GET', '/v1/pods'))
  await full.recorder.close()
  expect(full.recorder.counts()).toEqual({ written: 0, lost: 1 })
  expect(full.complaints).toEqual(['the record has reached its size'])
})

test('a failing call is recorded as it was answered, and fails as before', async () => {
  const file = join(await temporary(), 'a.jsonl')
  const { recorder } = await recording(file)
  const send = recorder.send(async () => {
    throw new UpstreamError('UPSTREAM_RESET', true)
  }, 'v2')
  const handle = recorder.handle(async () => {
    await send({ method: 'POST', path: '/v2/pods', headers: {}, body: '{}' })
    throw new Error('never')
  })
  await expect(handle(callOf('POST', '/v1/pods'))).rejects.toThrow('UPSTREAM_RESET')
  await recorder.close()
  const [one] = readRecord(await readFile(file, 'utf8'))
  expect(one).toMatchObject({ upstream: [{ error: 'UPSTREAM_RESET' }], answer: { status: 502 } })
})

test('a file that holds something else is left alone; a line that a kill cut off costs only itself', async () => {
  const folder = await temporary()
  const har = join(folder, 'a.har')
  await writeFile(har, 'x'.repeat(1_000))
  await expect(recording(har)).rejects.toThrow('is no such record')
  expect(await readFile(har, 'utf8')).toBe('x'.repeat(1_000))
  const lines = join(folder, 'a.jsonl')
  const whole = recordFormat(lines, '0').write(exchangeOf())
  await writeFile(lines, whole + whole.slice(0, 50))
  expect(readRecord(await readFile(lines, 'utf8'))).toHaveLength(1)
})
