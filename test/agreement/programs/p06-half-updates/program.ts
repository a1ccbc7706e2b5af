const BASE = 'https://rest.runpod.io/v1'
const apiKey = process.env.RUNPOD_API_KEY

async function call<T = any>(method: string, path: string, body?: unknown): Promise<T> {
  const res = await fetch(`${BASE}${path}`, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!res.ok) throw new Error(`${res.status}: ${await res.text()}`)
  return (res.status === 204 ? null : await res.json()) as T
}

interface EndpointChanges {
  scalerType?: 'QUEUE_DELAY' | 'REQUEST_COUNT'
  scalerValue?: number
  workersMax?: number
}

const grow = (id: string, volumeInGb: number) => call('PATCH', `/pods/${id}`, { volumeInGb })
const move = (id: string, volumeMountPath: string) => call('PATCH', `/templates/${id}`, { volumeMountPath })
const change = (id: string, changes: EndpointChanges) => call('PATCH', `/endpoints/${id}`, changes)
const resize = (id: string, { size, path }: { size?: number; path?: string }) => {
  const changes: Record<string, unknown> = {}
  if (size !== undefined) changes.volumeInGb = size
  if (path) changes.volumeMountPath = path
  return call('PATCH', `/pods/${id}`, changes)
}

export async function main() {
  const pod = await call('POST', '/pods', { name: 'p', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 20, volumeMountPath: '/data' })
  await grow(pod.id, 40)
  for (const change of [{ size: 50 }, { path: '/models' }, { size: 60, path: '/data' }]) await resize(pod.id, change)
  const template = await call('POST', '/templates', { name: 't', imageName: 'busybox', volumeInGb: 20 })
  await move(template.id, '/elsewhere')
  await call('PATCH', `/templates/${template.id}`, { imageName: 'alpine', containerRegistryAuthId: null })
  const workers = await call('POST', '/templates', { name: 'w', imageName: 'busybox', isServerless: true, volumeInGb: 0, ports: [] })
  const endpoint = await call('POST', '/endpoints', { name: 'e', templateId: workers.id, gpuTypeIds: ['NVIDIA L4'] })
  await change(endpoint.id, { scalerValue: 9 })
  await change(endpoint.id, { scalerType: 'REQUEST_COUNT', scalerValue: 3 })
  await change(endpoint.id, { workersMax: 2 })
  await call('DELETE', `/pods/${pod.id}`)
  console.log('done')
}
