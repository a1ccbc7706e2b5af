type Fetch = typeof globalThis.fetch
// biome-ignore lint/suspicious/noExplicitAny: stands for packages as programs without types see them
type Json = Record<string, any>

/** A failed call as a library throws it. */
const failed = (status: number, response: unknown): Error =>
  Object.assign(new Error(`Response code ${status}`), { response, status })

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

const JSON_TYPE = { 'content-type': 'application/json' }

/** What undici's `request`, `Client`, `Pool` and `Agent` do, as far as programs here use them. */
export const undici = (fetch: Fetch): Json => {
  const send = async (url: string, { method = 'GET', headers, body }: Json = {}) => {
    const answer = await fetch(url, { method, headers, body })
    const { status, headers: said } = answer
    const parts = {
      json: () => answer.json(),
      text: () => answer.text(),
      dump: async () => void (await answer.text()),
    }
    return { statusCode: status, headers: Object.fromEntries(said), body: parts }
  }
  class Pool {
    readonly #origin: string
    constructor(origin: string) {
      this.#origin = origin
    }
    compose() {
      return this
    }
    request({ path, ...options }: Json) {
      return send(this.#origin + path, options)
    }
  }
  class Agent {
    request({ origin, path, ...options }: Json) {
      return send(origin + path, options)
    }
  }
  const request = (url: string | Json, options?: Json) => {
    const whole = typeof url === 'string' ? { origin: url, path: '', ...options } : (url as Json)
    return send(whole.origin + whole.path, whole)
  }
  return { Agent, Client: Pool, Pool, request, interceptors: { retry: () => undefined } }
}

/** A request that is sent when somebody waits for it, as got, ky and superagent make them. */
const lazily = <T extends Json>(send: (more?: Json) => Promise<unknown>, links: T): T => ({
  // biome-ignore lint/suspicious/noThenProperty: what is awaited is what these libraries give
  then: (done: (value: unknown) => unknown, refused?: (error: unknown) => unknown) =>
    send().then(done, refused),
  catch: (refused: (error: unknown) => unknown) => send().catch(refused),
  ...links,
})

const VERBS = ['get', 'post', 'put', 'patch', 'delete']

const joined = (base: string | undefined, path: string): string =>
  base ? `${base.replace(/\/$/, '')}/${path}` : path

/** What got does with an address, a `prefixUrl`, `json`, `body`, `responseType` and `resolveBodyOnly`. */
export const got = (fetch: Fetch, defaults: Json = {}): Json => {
  const send = async (said: Json) => {
    const { prefixUrl, url, method = 'GET', headers, json: sent, ...options } = { ...defaults, ...said }
    const type = sent === undefined ? {} : JSON_TYPE
    const all = { ...type, ...defaults.headers, ...headers }
    const answer = await fetch(joined(prefixUrl, url), {
      method,
      headers: all,
      body: options.body ?? json(sent),
    })
    const text = await answer.text()
    const body = options.responseType === 'json' && text !== '' ? JSON.parse(text) : text
    const response = { statusCode: answer.status, body }
    if (!answer.ok) throw failed(answer.status, response)
    return options.resolveBodyOnly ? body : response
  }
  const call = (url: string | Json, options: Json = {}) => {
    const said = typeof url === 'string' ? { ...options, url } : url
    const once = (more: Json = {}) => send({ ...said, ...more })
    const parsed = (responseType: string) => () => once({ responseType, resolveBodyOnly: true })
    return lazily(once, { json: parsed('json'), text: parsed('text') })
  }
  const extend = (own: Json) =>
    got(fetch, { ...defaults, ...own, headers: { ...defaults.headers, ...own.headers } })
  const verbs = VERBS.map((verb) => [
    verb,
    (url: string, options: Json = {}) => call(url, { ...options, method: verb.toUpperCase() }),
  ])
  return Object.assign(call, Object.fromEntries(verbs), { extend })
}

/** What superagent does with `set`, `send` and `query`, awaited or ended with a callback. */
export const superagent = (fetch: Fetch): Json => {
  const request = (method: string, url: string): Json => {
    const said: { headers: Json; body?: unknown; query: string } = { headers: {}, query: '' }
    const send = async () => {
      const body = json(said.body)
      const headers = { ...(body === null ? {} : JSON_TYPE), ...said.headers }
      const answer = await fetch(url + said.query, { method, headers, body })
      const text = await answer.text()
      const response = {
        status: answer.status,
        ok: answer.ok,
        text,
        body: text === '' ? {} : JSON.parse(text),
      }
      if (!answer.ok) throw failed(answer.status, response)
      return response
    }
    const links: Json = lazily(send, {
      set: (name: string | Json, value?: string) => {
        Object.assign(said.headers, typeof name === 'string' ? { [name]: value } : name)
        return links
      },
      send: (body: unknown) => {
        said.body = body
        return links
      },
      query: (given: Json) => {
        said.query = `?${new URLSearchParams(given)}`
        return links
      },
      end: (done: (error: unknown, response?: unknown) => void) =>
        void send().then((response) => done(null, response), done),
    })
    return links
  }
  const verbs = VERBS.map((verb) => [verb, (url: string) => request(verb.toUpperCase(), url)])
  const client = Object.fromEntries([...verbs, ['del', (url: string) => request('DELETE', url)]])
  return { ...client, agent: () => client }
}

/** What openapi-fetch does with path templates, `params` and `body`. */
export const openapiFetch =
  (fetch: Fetch) =>
  ({ baseUrl, headers }: Json): Json => {
    const send = async (method: string, template: string, { params = {}, body }: Json = {}) => {
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params.path[name]))
      const query = params.query ? `?${new URLSearchParams(params.query)}` : ''
      const type = body === undefined ? {} : JSON_TYPE
      const response = await fetch(baseUrl.replace(/\/$/, '') + path + query, {
        method,
        headers: { ...type, ...headers },
        body: json(body),
      })
      const text = await response.text()
      const said = text === '' ? undefined : JSON.parse(text)
      return response.ok ? { data: said, response } : { error: said, response }
    }
    const verbs = VERBS.map((verb) => verb.toUpperCase())
    return Object.fromEntries(
      verbs.map((verb) => [verb, (path: string, options?: Json) => send(verb, path, options)]),
    )
  }

/** What ky does with an address, a `prefixUrl`, `json`, `body`, `searchParams` and `throwHttpErrors`. */
export const ky = (fetch: Fetch, defaults: Json = {}): Json => {
  const send = async (said: Json): Promise<Response> => {
    const { prefixUrl, url, method = 'GET', headers, json: sent, searchParams, ...options } = said
    const query = searchParams ? `?${new URLSearchParams(searchParams)}` : ''
    const response = await fetch(joined(prefixUrl, url) + query, {
      method,
      headers: { ...(sent === undefined ? {} : JSON_TYPE), ...headers },
      body: options.body ?? json(sent),
    })
    if (response.ok || options.throwHttpErrors === false) return response
    throw Object.assign(new Error(`Request failed with status code ${response.status}`), { response })
  }
  const call = (url: string, options: Json = {}) => {
    const headers = { ...defaults.headers, ...options.headers }
    const once = () => send({ ...defaults, ...options, url, headers })
    return lazily(once, {
      json: async () => (await once()).json(),
      text: async () => (await once()).text(),
    })
  }
  const verbs = VERBS.map((verb) => [
    verb,
    (url: string, options: Json = {}) => call(url, { ...options, method: verb.toUpperCase() }),
  ])
  const extend = (own: Json) =>
    ky(fetch, { ...defaults, ...own, headers: { ...defaults.headers, ...own.headers } })
  return Object.assign(call, Object.fromEntries(verbs), { create: extend, extend })
}

/** What ofetch does: it gives the parsed body, makes JSON of an object, and throws with `data` and `status`. */
export const ofetch = (fetch: Fetch, defaults: Json = {}): Json => {
  const call = async (path: string, options: Json = {}) => {
    const { baseURL, method = 'GET', headers, body, query } = { ...defaults, ...options }
    const isPlain = typeof body === 'object' && body !== null
    const response = await fetch(
      joined(baseURL, path.replace(/^\//, baseURL ? '' : '/')) +
        (query ? `?${new URLSearchParams(query)}` : ''),
      {
        method,
        headers: { ...(isPlain ? JSON_TYPE : {}), ...defaults.headers, ...headers },
        body: isPlain ? JSON.stringify(body) : body,
      },
    )
    const text = await response.text()
    const data = text === '' ? undefined : JSON.parse(text)
    if (response.ok) return data
    throw Object.assign(new Error(`[${method}] ${response.status}`), { data, status: response.status })
  }
  const create = (own: Json) =>
    ofetch(fetch, { ...defaults, ...own, headers: { ...defaults.headers, ...own.headers } })
  return Object.assign(call, { create })
}
