interface EndpointInput {
  name?: string
  templateId?: string
  gpuTypeIds?: string[]
  workersMin?: number
  workersMax?: number
  scalerType?: 'QUEUE_DELAY' | 'REQUEST_COUNT'
  scalerValue?: number
}

interface Endpoint {
  id: string
  workersMax: number
  scalerValue: number
}

class Client {
  constructor(private readonly apiKey: string) {}

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`https://rest.runpod.io/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.apiKey}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as T
  }

  createTemplate(name: string) {
    return this.call<{ id: string }>('POST', '/templates', { name, imageName: 'vllm:1', isServerless: true })
  }

  createEndpoint(input: EndpointInput) {
    return this.call<Endpoint>('POST', '/endpoints', input)
  }

  updateEndpoint(id: string, input: EndpointInput) {
    return this.call<Endpoint>('PATCH', `/endpoints/${id}`, input)
  }

  removeEndpoint(id: string) {
    return this.call<undefined>('DELETE', `/endpoints/${id}`)
  }
}

export async function main() {
  const client = new Client(process.env.RUNPOD_API_KEY ?? '')
  const template = await client.createTemplate('llm')
  const made = await client.createEndpoint({
    name: 'llm',
    templateId: template.id,
    gpuTypeIds: ['NVIDIA A40', 'NVIDIA L4'],
    workersMax: 2,
  })
  console.log(made.workersMax, made.scalerValue)
  const changed = await client.updateEndpoint(made.id, { gpuTypeIds: ['NVIDIA L4'], workersMax: 1 })
  console.log(changed.workersMax)
  const scaled = await client.updateEndpoint(made.id, { scalerType: 'REQUEST_COUNT', scalerValue: 7 })
  console.log(scaled.scalerValue)
  await client.removeEndpoint(made.id)
}
