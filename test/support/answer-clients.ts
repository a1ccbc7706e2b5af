/** A call of REST v1, and the type that a program says its answer is of. */
export interface AskedCall {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly type: string
  readonly isList: boolean
}

/** How a program comes by an answer, as text: `N` is a number of its own. */
export interface AnswerClient {
  readonly name: string
  /** What stands above the function that reads. */
  readonly top?: (call: AskedCall) => string
  /** Statements after which `x` is the answer. */
  readonly ask: (call: AskedCall) => string
  /** What reads an answer, and what to do with an error's, are told apart. */
  readonly checks: boolean
}

const V1 = 'https://rest.runpod.io/v1'
const HEADERS = "{ Authorization: 'Bearer k', 'Content-Type': 'application/json' }"
const init = ({ method }: AskedCall): string =>
  `{ headers: ${HEADERS}${method === 'GET' ? '' : `, method: '${method}'`} }`
const more = ({ method }: AskedCall): string => (method === 'GET' ? '' : `, { method: '${method}' }`)
const fetched = (call: AskedCall): string => `await fetch('${V1}${call.path}', ${init(call)})`
const sent = (call: AskedCall, client: string, base: string, options: string): string =>
  call.method === 'GET'
    ? `${client}.get<${call.type}>('${base}${call.path}'${options})`
    : `${client}.post<${call.type}>('${base}${call.path}', {}${options})`

const HELPER = `async function apiN(path: string, init: RequestInit = {}): Promise<any> {
  const res = await fetch(\`${V1}\${path}\`, { headers: ${HEADERS}, ...init })
  if (!res.ok) throw new Error(\`HTTP \${res.status}\`)
  return res.json()
}`
const GENERIC = `async function requestN<R>(path: string, init: RequestInit = {}): Promise<R> {
  const res = await fetch('${V1}' + path, { ...init, headers: ${HEADERS} })
  if (!res.ok) throw new Error(\`HTTP \${res.status}\`)
  return (await res.json()) as R
}`
const RESULT = `async function callN(path: string, init: RequestInit = {}): Promise<{ ok: boolean; data: any }> {
  const res = await fetch(\`${V1}\${path}\`, { ...init, headers: ${HEADERS} })
  return { ok: res.ok, data: await res.json() }
}`
const KEPT = `${RESULT}
function unwrapN<R>(r: { ok: boolean; data: R }): R {
  if (!r.ok) throw new Error((r.data as any).message || 'failed')
  return r.data
}`
const EITHER = `type EitherN<R> = { ok: true; value: R } | { ok: false; error: string }
async function callN<R>(path: string, init: RequestInit = {}): Promise<EitherN<R>> {
  const res = await fetch(\`${V1}\${path}\`, { ...init, headers: ${HEADERS} })
  const body: any = await res.json()
  if (!res.ok) return { ok: false, error: body.message ?? 'failed' }
  return { ok: true, value: body as R }
}
function unwrapN<R>(r: EitherN<R>): R {
  if (!r.ok) throw new Error(r.error)
  return r.value
}`
const RETRY = `async function retryN<R>(run: () => Promise<R>): Promise<R> {
  try { return await run() } catch { return run() }
}`
const classText = (call: AskedCall): string => `class ClientN {
  private async request(path: string, init: RequestInit = {}): Promise<any> {
    const res = await fetch(\`${V1}\${path}\`, { ...init, headers: ${HEADERS} })
    if (!res.ok) throw new Error(\`HTTP \${res.status}\`)
    return res.json()
  }
  async ask(): Promise<${call.type}> { return this.request('${call.path}'${more(call)}) }
}`
const instance = `const httpN = axios.create({ baseURL: '${V1}', headers: ${HEADERS} })`

/** The ways that programs ask. */
export const ANSWER_CLIENTS: readonly AnswerClient[] = [
  {
    name: 'one expression',
    ask: (call) => `const x = (await (${fetched(call)}).json()) as ${call.type}`,
    checks: false,
  },
  {
    name: 'a check, then its body',
    ask: (call) =>
      `const res = ${fetched(call)}; if (!res.ok) throw new Error('HTTP ' + res.status); const x = (await res.json()) as ${call.type}`,
    checks: true,
  },
  {
    name: 'its body, untyped',
    ask: (call) =>
      `const res = ${fetched(call)}; if (!res.ok) throw new Error('HTTP ' + res.status); const x: any = await res.json()`,
    checks: true,
  },
  {
    name: 'a chain',
    ask: (call) =>
      `const x = await fetch('${V1}${call.path}', ${init(call)}).then((res) => res.json() as Promise<${call.type}>)`,
    checks: false,
  },
  {
    name: 'its text',
    ask: (call) =>
      `const res = ${fetched(call)}; const text = await res.text(); if (!res.ok) throw new Error('HTTP ' + res.status); const x: ${call.type} = JSON.parse(text)`,
    checks: true,
  },
  {
    name: "an error's words of the same body",
    ask: (call) =>
      `const res = ${fetched(call)}; const x: any = await res.json(); if (!res.ok) throw new Error(x.message || x.error || 'failed')`,
    checks: true,
  },
  {
    name: 'a variable',
    ask: (call) =>
      `let x: any = ${call.isList ? '[]' : 'null'}; const res = ${fetched(call)}; if (res.ok) x = await res.json(); else return 'none'`,
    checks: true,
  },
  {
    name: 'together',
    ask: (call) =>
      `const [x] = await Promise.all([apiN('${call.path}'${more(call)}) as Promise<${call.type}>, 1])`,
    top: () => HELPER,
    checks: true,
  },
  {
    name: 'axios',
    ask: (call) => `const { data: x } = await ${sent(call, 'axios', V1, `, { headers: ${HEADERS} }`)}`,
    checks: true,
  },
  {
    name: 'an instance of axios',
    top: () => instance,
    ask: (call) => `const res = await ${sent(call, 'httpN', '', '')}; const x = res.data`,
    checks: true,
  },
  {
    name: 'a helper',
    top: () => HELPER,
    ask: (call) => `const x: ${call.type} = await apiN('${call.path}'${more(call)})`,
    checks: true,
  },
  {
    name: 'a generic helper',
    top: () => GENERIC,
    ask: (call) => `const x = await requestN<${call.type}>('${call.path}'${more(call)})`,
    checks: true,
  },
  {
    name: 'a typed function',
    top: (call) =>
      `${HELPER}\nconst askN = async (): Promise<${call.type}> => apiN('${call.path}'${more(call)})`,
    ask: () => 'const x = await askN()',
    checks: true,
  },
  {
    name: 'a class',
    top: classText,
    ask: () => 'const x = await new ClientN().ask()',
    checks: true,
  },
  {
    name: 'a result',
    top: () => RESULT,
    ask: (call) =>
      `const r = await callN('${call.path}'${more(call)}); if (!r.ok) return 'none'; const x: ${call.type} = r.data`,
    checks: true,
  },
  {
    name: 'a result, taken out',
    top: () => KEPT,
    ask: (call) => `const x: ${call.type} = unwrapN(await callN('${call.path}'${more(call)}))`,
    checks: true,
  },
  {
    name: 'a result or an error, taken out',
    top: () => EITHER,
    ask: (call) => `const x = unwrapN(await callN<${call.type}>('${call.path}'${more(call)}))`,
    checks: true,
  },
  {
    name: 'a result or an error',
    top: () => EITHER,
    ask: (call) =>
      `const r = await callN<${call.type}>('${call.path}'${more(call)}); if (!r.ok) return r.error; const x = r.value`,
    checks: true,
  },
  {
    name: 'tried again',
    top: () => RETRY,
    ask: (call) =>
      `const x = await retryN(async () => { const res = ${fetched(call)}; if (!res.ok) throw new Error('HTTP ' + res.status); return (await res.json()) as ${call.type} })`,
    checks: true,
  },
]
