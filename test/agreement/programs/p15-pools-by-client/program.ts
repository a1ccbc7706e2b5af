import type { AxiosInstance } from 'axios'
import { Api, clientFor, instanceFor } from './client'

class Fleet {
  constructor(private readonly api: Api) {}

  template(name: string) {
    const body = { name, imageName: 'vllm:1', isServerless: true, containerDiskInGb: 20 }
    return this.api.request<{ id: string }>('/templates', { method: 'POST', body })
  }

  async create(name: string, templateId: string) {
    const endpoint = await this.api.request<{ id: string; name: string }>('/endpoints', {
      method: 'POST',
      body: { name, templateId, gpuTypeIds: ['NVIDIA L4'], workersMin: 0, workersMax: 2, idleTimeout: 60 },
    })
    console.log(endpoint.name)
    return endpoint.id
  }

  async rescale(id: string, scalerValue: number) {
    await this.api.request(`/endpoints/${id}`, { method: 'PATCH', body: { scalerValue } })
  }

  async names() {
    const all = await this.api.request<{ name: string }[]>('/endpoints')
    return all.map(({ name }) => name)
  }
}

class Deployer {
  constructor(
    private readonly client: ReturnType<typeof clientFor>,
    private readonly http: AxiosInstance,
  ) {}

  async pod(gpuTypeIds: string[]) {
    const res = await this.client.post('/pods', { name: 'one', imageName: 'nginx:1', gpuTypeIds, gpuCount: 1 })
    return (await res.json()) as { id: string }
  }

  async image(id: string) {
    const res = await this.client.get(`/pods/${id}`)
    const pod = (await res.json()) as { imageName: string }
    return pod.imageName
  }

  async endpoint(name: string, templateId: string, gpu: string) {
    const { data } = await this.http.post('/endpoints', { name, templateId, gpuTypeIds: [gpu], workersMax: 1 })
    return data.name
  }
}

export async function main() {
  const key = String(process.env.RUNPOD_API_KEY)
  const fleet = new Fleet(new Api(key))
  const template = await fleet.template('llm')
  const id = await fleet.create('llm', template.id)
  await fleet.rescale(id, 9)
  console.log(await fleet.names())

  const deployer = new Deployer(clientFor(key), instanceFor(key))
  const pod = await deployer.pod(['NVIDIA L4', 'NVIDIA GeForce RTX 4090'])
  console.log(await deployer.image(pod.id))
  console.log(await deployer.endpoint('small', template.id, 'NVIDIA GeForce RTX 4090'))
}
