type Fetch = typeof globalThis.fetch
type Said = Record<string, string>

interface Options {
  readonly url: string
  readonly document: string
  readonly variables?: unknown
  readonly requestHeaders?: Said
}

interface Answer {
  readonly data: unknown
  readonly errors?: readonly { readonly message: string }[]
}

/** What the package of this name does, as far as programs here use it. */
export const graphqlRequest = (fetch: Fetch): Record<string, unknown> => {
  const send = async ({ url, document, variables, requestHeaders }: Options): Promise<Answer> => {
    const headers = { ...Object.fromEntries(new Headers(requestHeaders)), 'content-type': 'application/json' }
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: document, variables }),
    })
    const answer = (await response.json()) as Answer
    if (response.ok && !answer.errors) return answer
    throw Object.assign(new Error(answer.errors?.[0]?.message), {
      response: { ...answer, status: response.status },
    })
  }
  type Given = readonly [document: string | Options, variables?: unknown, headers?: Said]
  const optionsOf = (url: string, [document, variables, requestHeaders]: Given): Options =>
    typeof document === 'string'
      ? { url, document, variables, ...(requestHeaders ? { requestHeaders } : {}) }
      : { ...document, url: document.url ?? url }
  class GraphQLClient {
    readonly #url: string
    readonly #headers: Said | (() => Said)
    constructor(url: string, { headers = {} }: { headers?: Said | (() => Said) } = {}) {
      this.#url = url
      this.#headers = headers
    }
    async rawRequest(...given: Given): Promise<Answer> {
      const headers = typeof this.#headers === 'function' ? this.#headers() : this.#headers
      return send({ requestHeaders: headers, ...optionsOf(this.#url, given) })
    }
    async request(...given: Given): Promise<unknown> {
      return (await this.rawRequest(...given)).data
    }
  }
  const gql = (parts: readonly string[], ...values: readonly unknown[]): string =>
    parts.map((part, index) => part + String(values[index] ?? '')).join('')
  return {
    gql,
    GraphQLClient,
    request: async (url: string | Options, ...given: Given) =>
      (await send(typeof url === 'string' ? optionsOf(url, given) : url)).data,
  }
}
