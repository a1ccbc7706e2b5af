import { GraphQLClient } from 'graphql-request'

let client: GraphQLClient | undefined

const getClient = (): GraphQLClient =>
  (client ??= new GraphQLClient('https://api.runpod.io/graphql', {
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
  }))

class Pods {
  private client?: GraphQLClient

  private get gql() {
    if (!this.client)
      this.client = new GraphQLClient('https://api.runpod.io/graphql', {
        headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
      })
    return this.client
  }

  async stop(id: string) {
    const { podStop } = await this.gql.request<{ podStop: { id: string; desiredStatus: string } }>(
      'mutation ($id: String!) { podStop(input: { podId: $id }) { id desiredStatus } }',
      { id },
    )
    return podStop.desiredStatus
  }
}

class Late {
  private client: GraphQLClient | null = null

  constructor(private readonly credentials: { key: () => Promise<string> }) {}

  private async ensureInitialized(): Promise<void> {
    if (this.client) return
    const apiKey = await this.credentials.key()
    this.client = new GraphQLClient('https://api.runpod.io/graphql', {
      headers: { Authorization: `Bearer ${apiKey}` },
    })
  }

  async terminate(podId: string) {
    await this.ensureInitialized()
    await this.client!.request('mutation ($podId: String!) { podTerminate(input: { podId: $podId }) }', { podId })
  }
}

export async function main() {
  const res = await fetch('https://rest.runpod.io/v1/pods', {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'web', imageName: 'nginx:1', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0 }),
  })
  const { id } = (await res.json()) as { id: string }
  console.log(await new Pods().stop(id))
  const data = await getClient().request<{ myself: { pods: { name: string; desiredStatus: string }[] } }>(
    '{ myself { pods { name desiredStatus } } }',
  )
  console.log(data.myself.pods)
  await new Late({ key: async () => process.env.RUNPOD_API_KEY ?? '' }).terminate(id)
}
