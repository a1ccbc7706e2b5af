const V1 = 'https://rest.runpod.io/v1'
const GRAPHQL = 'https://api.runpod.io/graphql'
const KEY = process.env.RUNPOD_API_KEY
const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }

interface Volume {
  id: string
  name: string
  size: number
  dataCenterId: string
}

// Counts its tries, and gives back what the callback gives
async function withRetry<T>(run: () => Promise<T>, tries = 3): Promise<T> {
  let last: unknown
  for (let attempt = 1; attempt <= tries; attempt++) {
    try {
      const result = await run()
      return result
    } catch (error) {
      last = error
    }
  }
  throw last
}

const Client = {
  async rest<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const url = `${V1}${path}`
    return withRetry(async () => {
      const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${method} ${answer.status}`)
      return (answer.status === 204 ? undefined : await answer.json()) as T
    })
  },
  async graphql<T>(query: string, variables?: Record<string, unknown>): Promise<T> {
    return withRetry(async () => {
      const answer = await fetch(GRAPHQL, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
      const { data, errors }: any = await answer.json()
      if (errors?.length > 0) throw new Error(errors[0].message)
      return data as T
    })
  },
}

class Volumes {
  #asked = 0
  private async counted<T>(what: string, run: () => Promise<T>): Promise<T> {
    this.#asked++
    try {
      return await run()
    } finally {
      console.log(what, this.#asked)
    }
  }
  async names(): Promise<string> {
    const volumes = await this.counted('list', async () => {
      const answer = await fetch(`${V1}/networkvolumes`, { headers })
      return (await answer.json()) as Volume[]
    })
    return volumes.map((volume) => `${volume.name}@${volume.dataCenterId}`).join()
  }
}

export async function main() {
  const made = await Client.rest<Volume>('POST', '/networkvolumes', { name: 'data', size: 10, dataCenterId: 'EU-RO-1' })
  console.log(made.name, made.dataCenterId)
  const grown = await Client.rest<Volume>('PATCH', `/networkvolumes/${made.id}`, { size: 30 })
  console.log(grown.size)
  console.log((await Client.rest<Volume[]>('GET', '/networkvolumes')).length)
  console.log(await new Volumes().names())
  console.log((await Client.rest<{ name: string }[]>('GET', '/templates')).map(({ name }) => name))
  const seen = await withRetry(() => Client.rest<Volume>('GET', `/networkvolumes/${made.id}`))
  console.log(seen.dataCenterId)
  await Client.rest<void>('DELETE', `/networkvolumes/${made.id}`)
  const data = await Client.graphql<{ myself: { pods: { id: string }[] } }>('query { myself { pods { id } } }')
  console.log(data.myself.pods.length)
  await Client.rest('GET', `/networkvolumes/${made.id}`).catch((error: Error) => console.log(error.message))
}
