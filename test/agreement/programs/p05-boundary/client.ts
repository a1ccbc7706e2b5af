export interface CreatePodInput {
  name?: string
  imageName: string
  gpuTypeIds: string[]
  gpuCount?: number
  volumeInGb?: number
  networkVolumeId?: string
  env?: Record<string, string>
}

export interface Pod {
  id: string
  name: string
  desiredStatus: string
  image: string
  costPerHr: number
  volumeInGb?: number
  publicIp?: string | null
  portMappings?: Record<string, number> | null
}

export class CloudError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export class Client {
  private readonly baseUrl: string
  private readonly apiKey: string

  constructor(apiKey: string, baseUrl = process.env.POD_API ?? 'https://rest.runpod.io/v1') {
    this.apiKey = apiKey
    this.baseUrl = baseUrl
  }

  createPod(input: CreatePodInput): Promise<Pod> {
    return this.request<Pod>('POST', '/pods', input)
  }

  updatePod(id: string, changes: Partial<CreatePodInput>): Promise<Pod> {
    return this.request<Pod>('PATCH', `/pods/${id}`, changes)
  }

  getPod(id: string): Promise<Pod> {
    return this.request<Pod>('GET', `/pods/${encodeURIComponent(id)}`)
  }

  listPods(): Promise<Pod[]> {
    return this.request<Pod[]>('GET', '/pods')
  }

  async deletePod(id: string): Promise<void> {
    await this.request('DELETE', `/pods/${id}`)
  }

  private async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new CloudError(response.status, response.statusText)
    return (response.status === 204 ? undefined : await response.json()) as T
  }
}
