const ROOT = 'https://rest.runpod.io/v1'
const KEY = process.env.RUNPOD_API_KEY

interface Pod {
  id: string
  name: string
  desiredStatus: 'RUNNING' | 'EXITED' | 'TERMINATED'
  costPerHr: number
  publicIp?: string | null
  portMappings?: Record<string, number> | null
}

async function call<T = unknown>(path: string, init: RequestInit = {}): Promise<T> {
  const res = await fetch(`${ROOT}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json', ...init.headers },
  })
  if (!res.ok) throw new Error(`HTTP ${res.status} on ${path}`)
  if (res.status === 204) return undefined as T
  return res.json() as Promise<T>
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export const createPod = (name: string, gpu: string) =>
  call<Pod>('/pods', {
    method: 'POST',
    body: JSON.stringify({
      name,
      imageName: 'runpod/pytorch:2.1', // what runs
      gpuTypeIds: [gpu],
      gpuCount: 1,
      containerDiskInGb: 40,
      volumeInGb: 20,
      volumeMountPath: '/workspace',
      ports: ['8888/http', '22/tcp'],
      env: { MODE: 'train' },
    }),
  })

export const getPod = (id: string) => call<Pod>(`/pods/${id}`)
export const halt = (id: string) => call(`/pods/${id}/stop`, { method: 'POST' })
export const resume = (id: string) => call<Pod>(`/pods/${id}/start`, { method: 'POST' })
export const reboot = (id: string) => call<Pod>('/pods/' + id + '/restart', { method: 'POST' })
export const remove = (id: string) => call(`/pods/${id}`, { method: 'DELETE' })

export async function main() {
  const made = await createPod('trainer', 'NVIDIA L4')
  console.log(made.id, made.name, made.desiredStatus)
  for (;;) {
    const pod = await getPod(made.id)
    if (pod.publicIp && pod.portMappings?.['22']) break
    await wait(1000)
  }
  await halt(made.id)
  console.log((await getPod(made.id)).desiredStatus)
  const again = await resume(made.id)
  console.log(again.desiredStatus)
  await wait(5000)
  await reboot(made.id)
  await remove(made.id)
  await getPod(made.id).catch((error: Error) => console.log(error.message))
}
