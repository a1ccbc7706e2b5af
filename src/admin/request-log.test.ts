import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestTrace } from '../server/request-trace.ts'
import { isoTime } from './clock-text.ts'
import { LineBatch } from './line-batch.ts'
import { createLog } from './log.ts'
import { createRequestLog } from './request-log.ts'

const AS_SENT = {
  operation: (sent: string) => sent,
  rule: (sent: string) => sent,
  route: (sent: string) => sent,
}

const lineOf = (trace: RequestTrace, cut: boolean, took: number, method = 'GET', client = 'curl'): string => {
  const lines: string[] = []
  const log = createLog({ level: 'info', format: 'json', write: (line) => lines.push(line) })
  const outcome = { status: 200, began: 0, took, ownTime: took / 2, cut }
  createRequestLog(log, AS_SENT)(trace, outcome, { method } as IncomingMessage, { id: 'key-1', client })
  return lines.join('')
}

const traceOf = (operation: string): RequestTrace =>
  new RequestTrace({ headers: {} } as IncomingMessage, 'v1', operation)

test('a line is one JSON object with everything a request has to say', () => {
  const trace = traceOf('v1.pods.list')
  trace.upstream.push({ method: 'GET', route: '/v2/pods/{id}', status: 200, took: 7.005 })
  trace.upstream.push({ method: 'GET', route: '/v2/catalog/gpus', status: 0, took: 3 })
  const note = { code: 'DROPPED', rule: 'v1.pods.create.x', at: 'x', why: '' } as const
  trace.notes.push(note, note)
  expect(JSON.parse(lineOf(trace, true, 12.3456))).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    request: trace.id,
    trace: trace.span.traceId,
    dialect: 'v1',
    operation: 'v1.pods.list',
    method: 'GET',
    status: 200,
    cut: true,
    ms: 12.35,
    ownMs: 6.17,
    consumer: 'key-1',
    client: 'curl',
    upstream: [
      { call: 'GET /v2/pods/{id}', status: 200, ms: 7.01 },
      { call: 'GET /v2/catalog/gpus', status: 0, ms: 3 },
    ],
    notes: { 'DROPPED v1.pods.create.x': 2 },
  })
})

test('no word and no number breaks the line', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      (word, client, took) => {
        const line = lineOf(traceOf(word), false, took, word, client)
        expect(line.indexOf('\n')).toBe(line.length - 1)
        expect(JSON.parse(line)).toMatchObject({
          ...{ operation: word, method: word, client, ms: Math.round(took * 100) / 100 },
        })
      },
    ),
  )
})

test('times read as Date writes them, whichever way the clock goes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (now) => {
      expect(isoTime(now)).toBe(new Date(now).toISOString())
    }),
  )
})

test('lines leave together, none is lost and none comes twice', () => {
  const batches: string[] = []
  const batch = new LineBatch({ write: (bytes) => batches.push(bytes.toString()) }, 10)
  for (const line of ['one\n', 'two\n', 'three\n', 'vier: ü\n']) batch.write(line)
  expect(batches).toEqual(['one\ntwo\nthree\n'])
  batch.flush()
  batch.flush()
  expect(batches).toEqual(['one\ntwo\nthree\n', 'vier: ü\n'])
})
