import axios, { type AxiosInstance } from 'axios'

interface Call {
  method?: string
  body?: unknown
}

/** Its key is its own. */
export class Api {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  async request<T>(path: string, { method = 'GET', body }: Call = {}): Promise<T> {
    const res = await fetch(`https://rest.runpod.io/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!res.ok) throw new Error(`refused: ${res.status}`)
    return (await res.json()) as T
  }
}

/** And so is that of a closure. */
export const clientFor = (key: string) => {
  const call = (path: string, init: RequestInit) =>
    fetch(`https://rest.runpod.io/v1${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    })
  return {
    get: (path: string) => call(path, {}),
    post: (path: string, body: unknown) => call(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}

export const instanceFor = (key: string): AxiosInstance =>
  axios.create({ baseURL: 'https://rest.runpod.io/v1', headers: { Authorization: `Bearer ${key}` } })
