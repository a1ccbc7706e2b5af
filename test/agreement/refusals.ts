/** A way to call, and what it keeps of a call that was refused. */
interface Client {
  readonly declared: string
  readonly get: string
  readonly post: (body: string) => string
  readonly status: string
  readonly body: string
}

const AUTH = 'const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` }'
const V1 = 'https://rest.runpod.io/v1'

/** Clients by name. */
export const clients: Readonly<Record<string, Client>> = {
  axios: {
    declared: `import axios from 'axios'\n${AUTH}\nconst http = axios.create({ baseURL: '${V1}', headers })`,
    get: "(await http.get('/networkvolumes/none')).data",
    post: (body) => `(await http.post('/networkvolumes', ${body})).data`,
    status: 'error.response?.status',
    body: 'error.response?.data',
  },
  got: {
    declared: `import got from 'got'\n${AUTH}\nconst http = got.extend({ prefixUrl: '${V1}', headers, responseType: 'json' })`,
    get: "(await http.get('networkvolumes/none')).body",
    post: (body) => `(await http.post('networkvolumes', { json: ${body} })).body`,
    status: 'error.response?.statusCode',
    body: 'error.response?.body',
  },
  ky: {
    declared: `import ky from 'ky'\n${AUTH}\nconst http = ky.create({ prefixUrl: '${V1}', headers })`,
    get: "await http.get('networkvolumes/none').json()",
    post: (body) => `await http.post('networkvolumes', { json: ${body} }).json()`,
    status: 'error.response?.status',
    body: 'await error.response?.json()',
  },
  ofetch: {
    declared: `import { ofetch } from 'ofetch'\n${AUTH}\nconst http = ofetch.create({ baseURL: '${V1}', headers })`,
    get: "await http('/networkvolumes/none')",
    post: (body) => `await http('/networkvolumes', { method: 'POST', body: ${body} })`,
    status: 'error.status',
    body: 'error.data',
  },
  superagent: {
    declared: `import superagent from 'superagent'\n${AUTH}`,
    get: `(await superagent.get('${V1}/networkvolumes/none').set(headers)).body`,
    post: (body) => `(await superagent.post('${V1}/networkvolumes').set(headers).send(${body})).body`,
    status: 'error.status',
    body: 'error.response?.body',
  },
  own: {
    declared: `${AUTH}
class ApiError extends Error {
  constructor(status, body) {
    super('failed')
    this.status = status
    this.body = body
  }
}
async function send(path, body) {
  const res = await fetch('${V1}' + path, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) })
  const data = await res.json().catch(() => null)
  if (!res.ok) throw new ApiError(res.status, data)
  return data
}`,
    get: "await send('/networkvolumes/none')",
    post: (body) => `await send('/networkvolumes', ${body})`,
    status: 'error.status',
    body: 'error.body',
  },
}

/** Too small for a volume. */
const BAD = "{ name: 'v', size: Number(process.env.SIZE ?? 1), dataCenterId: 'EU-RO-1' }"

const ofStatus: Readonly<Record<string, (status: string) => string>> = {
  compared: (status) => `console.log(${status} === 400 ? 'invalid' : 'other')`,
  inRange: (status) => `const status = ${status}; console.log(status >= 400 && status < 500, status >= 500)`,
  inSet: (status) => `console.log(new Set([400, 401]).has(${status}))`,
  inList: (status) => `console.log([400, 404].includes(${status}))`,
  switched: (status) =>
    `switch (${status}) { case 400: console.log('bad'); break; default: console.log('else') }`,
  inTable: (status) => `const WHY = { 400: 'bad', 404: 'gone' }; console.log(WHY[${status}] ?? 'else')`,
  matched: (status) => `console.log(/^4(00|04)$/.test(String(${status})))`,
}

const ofBody: Readonly<Record<string, (body: string) => string>> = {
  named: (body) => `const body = ${body}; console.log(typeof body.message)`,
  taken: (body) => `const { message = 'unknown' } = (${body}) ?? {}; console.log(message !== 'unknown')`,
  either: (body) =>
    `const body = ${body}; console.log((body?.error || body?.message || 'unknown') !== 'unknown')`,
  asked: (body) => `const body = ${body}; console.log('message' in body)`,
  byKey: (body) => `const key = 'message'; const body = ${body}; console.log(typeof body[key])`,
  byKeys: (body) =>
    `const body = ${body}; for (const key of ['error', 'message']) if (body[key]) console.log(typeof body[key])`,
  set: (body) => `let why; why = (${body})?.message; console.log(typeof why)`,
  searched: (body) => `const body = ${body}; console.log(/too small|invalid/i.test(body.message))`,
}

/** A program that asks a client in every way what a refusal says, one function on a line; the lines by what they ask. */
export const refusalProgram = (
  client: Client,
): { readonly text: string; readonly lines: ReadonlyMap<string, number> } => {
  const ask = (name: string, call: string, asked: string): string =>
    `async function ${name}() { try { ${call} } catch (error) { ${asked} } }`
  const asks = [
    ...Object.entries(ofStatus).map(
      ([name, text]) => [name, ask(name, client.post(BAD), text(client.status))] as const,
    ),
    ...Object.entries(ofBody).map(
      ([name, text]) => [name, ask(name, client.get, text(client.body))] as const,
    ),
  ]
  const from = client.declared.split('\n').length + 1
  const runs = asks.map(([name]) => `console.log('## ${name}')\nawait ${name}()`)
  return {
    text: [
      client.declared,
      ...asks.map(([, text]) => text),
      'export async function main() {',
      ...runs,
      '}\n',
    ].join('\n'),
    lines: new Map(asks.map(([name], index) => [name, from + index])),
  }
}
