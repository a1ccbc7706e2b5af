import type { Pod, Volume } from './types'

const BASE = 'https://rest.runpod.io/v1'
const auth = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function rest<T>(path: string, init: RequestInit = {}): Promise<T> {
  const res = await fetch(`${BASE}${path}`, { headers: auth, ...init })
  if (!res.ok) throw new Error(`HTTP ${res.status}`)
  return (await res.json()) as T
}

export async function createPod(name: string, image: string): Promise<Pod> {
  return rest<Pod>('/pods', {
    method: 'POST',
    body: JSON.stringify({ name, imageName: image, gpuTypeIds: ['NVIDIA L4'], containerDiskInGb: 30 }),
  })
}

export const listPods = (): Promise<Pod[]> => rest<Pod[]>('/pods')

export const stopPod = async (id: string): Promise<void> => {
  await rest(`/pods/${id}/stop`, { method: 'POST' })
}

export async function createVolume(name: string): Promise<Volume> {
  const volume = await rest<Volume>('/networkvolumes', {
    method: 'POST',
    body: JSON.stringify({ name, size: 20, dataCenterId: 'EU-RO-1' }),
  })
  return volume
}
