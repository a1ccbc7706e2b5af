import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

const head = (status: string, ...more: string[]): string =>
  `HTTP/1.1 ${status}\r\n${more.join('\r\n')}\r\n\r\n`
export const whole = (status: string, type: string, body: string | Buffer, ...more: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(head(status, `content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`, ...more)),
    Buffer.from(body),
  ])
export const list = '{"templates":[],"pods":[]}'
const HTML = '<html><body>Bad gateway</body></html>'
export const MEGABYTE = 1024 * 1024
const hugeProblem = JSON.stringify({
  title: 'Bad',
  status: 422,
  detail: 'd'.repeat(10 * MEGABYTE),
  errors: [],
})
const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE))

/** One way to be no good upstream. */
export interface Misbehaviour {
  readonly name: string
  readonly talk: (socket: Socket) => void
  /** What a translated call answers. */
  readonly translated: readonly number[]
  /** What a call that passes through answers; 0: cut off. */
  readonly passed: readonly number[]
}

const once = (answer: (socket: Socket) => void) => (socket: Socket) => {
  socket.once('data', () => answer(socket))
}
/** Answers every request on the connection alike. */
const always = (bytes: string | Buffer) => (socket: Socket) => {
  socket.on('data', () => socket.write(bytes))
}

export const misbehaviours: readonly Misbehaviour[] = [
  { name: 'says nothing', talk: () => {}, translated: [504], passed: [504] },
  { name: 'closes without an answer', talk: once((s) => s.end()), translated: [502], passed: [502] },
  {
    name: 'resets without an answer',
    talk: once((s) => s.resetAndDestroy()),
    translated: [502],
    passed: [502],
  },
  {
    name: 'resets in mid-body',
    talk: once((s) => {
      s.write(head('200 OK', 'content-type: application/json', 'content-length: 5000') + list)
      setTimeout(() => s.resetAndDestroy(), 20)
    }),
    translated: [502],
    passed: [0],
  },
  {
    name: 'stops in mid-body',
    talk: once((s) =>
      s.write(head('200 OK', 'content-type: application/json', 'content-length: 5000') + list),
    ),
    translated: [504],
    passed: [],
  },
  {
    name: 'closes its half in mid-chunk',
    talk: once((s) =>
      s.end(`${head('200 OK', 'content-type: application/json', 'transfer-encoding: chunked')}ff\r\n{"po`),
    ),
    translated: [502],
    passed: [0],
  },
  {
    name: 'answers HTML',
    talk: always(whole('200 OK', 'text/html', HTML)),
    translated: [502],
    passed: [200],
  },
  {
    name: 'answers an HTML error',
    talk: always(whole('502 Bad Gateway', 'text/html', HTML)),
    translated: [502],
    passed: [502],
  },
  {
    name: 'answers no JSON',
    talk: always(whole('200 OK', 'application/json', '{"templates":[')),
    translated: [502],
    passed: [200],
  },
  {
    name: 'answers null',
    talk: always(whole('200 OK', 'application/json', 'null')),
    translated: [502],
    passed: [200],
  },
  {
    name: 'answers members that pollute',
    talk: always(whole('200 OK', 'application/json', '{"__proto__":{"polluted":1},"templates":[null]}')),
    translated: [200, 201, 502],
    passed: [200],
  },
  {
    name: 'answers nothing at all',
    talk: always('HTTP/1.1 204 No Content\r\n\r\n'),
    translated: [502],
    passed: [204],
  },
  {
    name: 'answers a 10 MB problem',
    talk: always(whole('422 Unprocessable', 'application/problem+json', hugeProblem)),
    translated: [400, 422, 502],
    passed: [422],
  },
  {
    name: 'promises too much',
    talk: once((s) =>
      s.end(`${head('200 OK', 'content-type: application/json', 'content-length: 500')}${list}`),
    ),
    translated: [502],
    passed: [0],
  },
  {
    name: 'promises too little',
    talk: once((s) =>
      s.write(`${head('200 OK', 'content-type: application/json', 'content-length: 5')}${list}`),
    ),
    translated: [502],
    passed: [200, 0],
  },
  {
    name: 'promises twice',
    talk: once((s) => s.write(`${head('200 OK', 'content-length: 5', 'content-length: 6')}${list}`)),
    translated: [502],
    passed: [502],
  },
  {
    name: 'sends a gzip bomb nobody asked for',
    talk: always(whole('200 OK', 'application/json', bomb, 'content-encoding: gzip')),
    translated: [502],
    passed: [200, 0],
  },
  {
    name: 'says gzip and sends none',
    talk: always(whole('200 OK', 'application/json', list, 'content-encoding: gzip')),
    translated: [502],
    passed: [200, 0],
  },
  {
    name: 'speaks no HTTP',
    talk: (s) => s.write('220 mail.test ESMTP\r\n'),
    translated: [502],
    passed: [502],
  },
  {
    name: 'sends headers without end',
    talk: once((s) => s.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`)),
    translated: [502],
    passed: [502],
  },
  {
    name: 'says 100 for ever',
    talk: once((s) => s.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(20))),
    translated: [502, 504],
    passed: [502, 504],
  },
  {
    name: 'redirects elsewhere',
    talk: always(head('302 Found', 'location: http://127.0.0.1:1/', 'content-length: 0')),
    translated: [502],
    passed: [302],
  },
]
