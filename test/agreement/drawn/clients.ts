/** How a drawn program calls: what it declares first, and the expression of what a call answers with. */
export interface Client {
  /** Source text; `Own` in a type stands for what the program may do with anything. */
  readonly declared: string
  /** A name that the declaration gives, for a program in two files. */
  readonly name?: string
  readonly call: (method: string, path: string, body?: string) => string
}

const pathText = (path: string): string => (path.includes('${') ? `\`${path}\`` : `'${path}'`)
const comma = (body: string | undefined): string => (body === undefined ? '' : `, ${body}`)

/** What a wrapper does with a call that failed. */
const FAILS = {
  status: "if (!res.ok) throw new Error('failed: ' + (res.status >= 400))",
  message: `if (!res.ok) {
    const problem: Own = await res.json().catch(() => ({}))
    throw new Error(problem.message || 'failed')
  }`,
  class: 'if (!res.ok) throw new ApiError(res.status, await res.json())',
} as const

const API_ERROR = `class ApiError extends Error {
  readonly status: number
  constructor(status: number, body: Own) {
    super(body.message)
    this.status = status
  }
}
`

export type Fail = keyof typeof FAILS
export const fails = Object.keys(FAILS) as Fail[]

const wrapper = (fail: Fail, head: string, init: string, answer: string): string =>
  `${fail === 'class' ? API_ERROR : ''}${head} {
  const res = await fetch(${init})
  ${FAILS[fail]}
  ${answer}
}`

const INIT = '{ method, headers, body: body === undefined ? undefined : JSON.stringify(body) }'

const CLIENTS = {
  direct: () => ({
    declared: '',
    call: (method, path, body) =>
      `(await (await fetch(\`\${V1}${path}\`, { method: '${method}', headers${body ? `, body: JSON.stringify(${body})` : ''} })).json())`,
  }),
  chained: () => ({
    declared: '',
    call: (method, path, body) =>
      `(await fetch(V1 + ${pathText(path)}, { method: '${method}', headers${body ? `, body: JSON.stringify(${body})` : ''} }).then((res) => res.json()))`,
  }),
  helper: (fail) => ({
    declared: wrapper(
      fail,
      'async function call(method: string, path: string, body?: Own)',
      `\`\${V1}\${path}\`, ${INIT}`,
      'return res.status === 204 ? undefined : res.json()',
    ),
    name: 'call',
    call: (method, path, body) => `(await call('${method}', ${pathText(path)}${comma(body)}))`,
  }),
  options: (fail) => ({
    declared: wrapper(
      fail,
      "const ask = async ({ method = 'GET', path, body }: { method?: string; path: string; body?: Own }) =>",
      "new URL('/v1' + path, 'https://rest.runpod.io'), { method, headers, body: body && JSON.stringify(body) }",
      'return res.json().catch(() => null)',
    ),
    name: 'ask',
    call: (method, path, body) =>
      `(await ask({ ${method === 'GET' ? '' : `method: '${method}', `}path: ${pathText(path)}${body ? `, body: ${body}` : ''} }))`,
  }),
  init: (fail) => ({
    declared: wrapper(
      fail,
      'const api = async (path: string, init: RequestInit = {}) =>',
      '`${V1}${path}`, { ...init, headers: { ...headers, ...init.headers } }',
      'return res.status === 204 ? null : res.json()',
    ),
    name: 'api',
    call: (method, path, body) =>
      `(await api(${pathText(path)}${method === 'GET' ? '' : `, { method: '${method}'${body ? `, body: JSON.stringify(${body})` : ''} }`}))`,
  }),
  result: () => ({
    declared: `async function tell(path: string, method = 'GET', body?: Own) {
  const res = await fetch(\`\${V1}\${path}\`, ${INIT})
  const data = res.status === 204 ? null : await res.json()
  return { ok: res.ok, status: res.status, data }
}`,
    name: 'tell',
    call: (method, path, body) => `(await tell(${pathText(path)}, '${method}'${comma(body)})).data`,
  }),
  jsonOrText: () => ({
    declared: `async function parsed(res: Response) {
  const type = res.headers.get('content-type')
  if (type && type.includes('application/json')) return res.json()
  return res.text()
}
async function take(path: string, method = 'GET', body?: Own): Promise<Own> {
  const res = await fetch(\`\${V1}\${path}\`, ${INIT})
  const data = await parsed(res)
  if (!res.ok) throw new Error(typeof data === 'string' ? 'failed' : data.message)
  return data
}`,
    name: 'take',
    call: (method, path, body) => `(await take(${pathText(path)}, '${method}'${comma(body)}))`,
  }),
  table: (fail) => ({
    declared: `${wrapper(
      fail,
      'const send = async (method: string, path: string, body?: Own) =>',
      `V1 + path, ${INIT}`,
      'return res.status === 204 ? undefined : res.json()',
    )}
const rest = {
  get: (path: string) => send('GET', path),
  post: (path: string, body?: Own) => send('POST', path, body),
  patch: (path: string, body: Own) => send('PATCH', path, body),
  delete: (path: string) => send('DELETE', path),
}`,
    name: 'rest',
    call: (method, path, body) => `(await rest.${method.toLowerCase()}(${pathText(path)}${comma(body)}))`,
  }),
  class: (fail) => ({
    declared: `${fail === 'class' ? API_ERROR : ''}class Client {
  base: string
  constructor(base: string) {
    this.base = base
  }
  async send(path: string, method = 'GET', body?: Own) {
    const init: Own = { method, headers }
    if (body) init.body = JSON.stringify(body)
    const res = await fetch(this.base + path, init)
    ${FAILS[fail]}
    const text = await res.text()
    return text ? JSON.parse(text) : null
  }
  get(path: string) {
    return this.send(path)
  }
  post(path: string, body?: Own) {
    return this.send(path, 'POST', body)
  }
  patch(path: string, body: Own) {
    return this.send(path, 'PATCH', body)
  }
  delete(path: string) {
    return this.send(path, 'DELETE')
  }
}
const client = new Client(V1)`,
    name: 'client',
    call: (method, path, body) => `(await client.${method.toLowerCase()}(${pathText(path)}${comma(body)}))`,
  }),
  closure: (fail) => ({
    declared: `const createClient = (base: string) => {
${wrapper(fail === 'class' ? 'status' : fail, 'const run = async (method: string, path: string, body?: Own) =>', `base + path, ${INIT}`, 'return res.status === 204 ? undefined : res.json()')}
return { run }
}
const { run } = createClient(V1)`,
    name: 'run',
    call: (method, path, body) => `(await run('${method}', ${pathText(path)}${comma(body)}))`,
  }),
  axios: () => ({
    declared: "import axios from 'axios'\nconst api = axios.create({ baseURL: V1, headers })",
    name: 'api',
    call: (method, path, body) =>
      `(await api.${method.toLowerCase()}(${pathText(path)}${body ? comma(body) : method === 'POST' ? ', {}' : ''})).data`,
  }),
} as const satisfies Record<string, (fail: Fail) => Client>

export type ClientName = keyof typeof CLIENTS
export const clientNames = Object.keys(CLIENTS) as ClientName[]

/** A client by its name; whether it tells whoever called what a refusal said is `tells`. */
export const clientOf = (name: ClientName, fail: Fail): Client => CLIENTS[name](fail)

/** Whether a refusal's words get to whoever called, so that choices can be tried in turn. */
export const tells = (name: ClientName, fail: Fail): boolean =>
  ['direct', 'chained', 'result', 'axios'].includes(name) || (fail !== 'status' && name !== 'closure')
