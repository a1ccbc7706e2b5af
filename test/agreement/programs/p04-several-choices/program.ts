import axios from 'axios'

const BASE = 'https://rest.runpod.io/v1'
const apiKey = process.env.RUNPOD_API_KEY
const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
const api = axios.create({ baseURL: BASE, headers })

interface PodInput {
  name: string
  imageName?: string
  templateId?: string
  gpuTypeIds?: string[]
  countryCodes?: string[]
  computeType?: 'GPU' | 'CPU'
  cpuFlavorIds?: string[]
  vcpuCount?: number
  volumeInGb?: number
  dataCenterIds?: string[]
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const res = await fetch(`${BASE}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await res.text()
  if (!res.ok) throw new Error(`${res.status}: ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}

const create = (input: PodInput) => call<{ id: string }>('POST', '/pods', input)

// the first has no instances there, the second has
async function inOrder(): Promise<string> {
  const res = await fetch(`${BASE}/pods`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name: 'in-order',
      imageName: 'busybox',
      gpuTypeIds: ['NVIDIA L4', 'NVIDIA A40'],
      gpuTypePriority: 'custom',
      dataCenterIds: ['CA-MTL-1'],
      volumeInGb: 0,
    }),
  })
  return ((await res.json()) as { id: string }).id
}

// what is in stock decides
async function byStock(gpuTypeIds: string[]): Promise<string> {
  const res = await api.post('/pods', { name: 'by-stock', imageName: 'busybox', gpuTypeIds, gpuCount: 1, volumeInGb: 0 })
  return res.data.id
}

export async function main() {
  const ids = [
    await inOrder(),
    await byStock(['NVIDIA L4', 'NVIDIA GeForce RTX 4090']),
    (await create({ name: 'in-canada', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], countryCodes: ['ca'], volumeInGb: 0 })).id,
    (await create({ name: 'any-cpu', imageName: 'busybox', computeType: 'CPU', volumeInGb: 0 })).id,
  ]
  console.log(ids.map((id) => typeof id))
  // an error that is not about instances ends it
  try {
    await create({ name: 'unknown', templateId: 'gone', gpuTypeIds: ['NVIDIA L4', 'NVIDIA A40'] })
  } catch {
    console.log('refused')
  }
  try {
    await create({ name: 'full', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], dataCenterIds: ['CA-MTL-1'], volumeInGb: 0 })
  } catch {
    console.log('full')
  }
  for (const id of ids) await call('DELETE', `/pods/${id}`)
}
