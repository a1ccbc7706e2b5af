/** Typed functions that list, read, make and stop pods; `Pod` and `PodInput` are the program's own types. */
interface TypedClient {
  readonly declared: string
  readonly get: (type: string, path: string) => string
  readonly send: (type: string, method: string, path: string, body?: string) => string
}

const comma = (body: string | undefined): string => (body === undefined ? '' : `, ${body}`)
const CHECKED = "if (!res.ok) throw new Error('failed')"

const CLIENTS = {
  generic: {
    declared: `async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const res = await fetch(\`\${V1}\${path}\`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  ${CHECKED}
  if (res.status === 204) return undefined as T
  return (await res.json()) as T
}`,
    get: (type, path) => `call<${type}>('GET', ${path})`,
    send: (type, method, path, body) => `call<${type}>('${method}', ${path}${comma(body)})`,
  },
  direct: {
    declared: '',
    get: (type, path) => `fetch(V1 + ${path}, { headers }).then((res) => res.json() as Promise<${type}>)`,
    send: (type, method, path, body) =>
      `fetch(V1 + ${path}, { method: '${method}', headers${body ? `, body: JSON.stringify(${body})` : ''} })${type === 'void' ? '' : `.then((res) => res.json() as Promise<${type}>)`}`,
  },
  class: {
    declared: `class Client {
  private readonly base: string
  constructor(base: string = V1) {
    this.base = base
  }
  private async request<T>(path: string, init: RequestInit = {}): Promise<T> {
    const res = await fetch(this.base + path, { ...init, headers })
    ${CHECKED}
    return res.status === 204 ? (undefined as unknown as T) : ((await res.json()) as T)
  }
  get<T>(path: string): Promise<T> {
    return this.request<T>(path)
  }
  send<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.request<T>(path, { method, body: body === undefined ? undefined : JSON.stringify(body) })
  }
}
const client = new Client()`,
    get: (type, path) => `client.get<${type}>(${path})`,
    send: (type, method, path, body) => `client.send<${type}>('${method}', ${path}${comma(body)})`,
  },
  axios: {
    declared: `import axios, { type AxiosResponse } from 'axios'
const api = axios.create({ baseURL: V1, headers })
async function take<T>(given: Promise<AxiosResponse<T>>): Promise<T> {
  const { data } = await given
  return data
}`,
    get: (type, path) => `take(api.get<${type}>(${path}))`,
    send: (type, method, path, body) => `take(api.${method.toLowerCase()}<${type}>(${path}${comma(body)}))`,
  },
} as const satisfies Record<string, TypedClient>

export type TypedClientName = keyof typeof CLIENTS
export const typedClientNames = Object.keys(CLIENTS) as TypedClientName[]

/** The functions of a client, as source text. */
export const typedFunctions = (name: TypedClientName): string => {
  const { declared, get, send }: TypedClient = CLIENTS[name]
  return `${declared}
export function listPods(): Promise<Pod[]> {
  return ${get('Pod[]', "'/pods'")}
}
export function getPod(id: string): Promise<Pod> {
  return ${get('Pod', '`/pods/${id}`')}
}
export function createPod(input: PodInput): Promise<Pod> {
  return ${send('Pod', 'POST', "'/pods'", 'input')}
}
export async function stopPod(id: string): Promise<void> {
  await ${send('void', 'POST', '`/pods/${id}/stop`')}
}`
}
