const BASE = 'https://rest.runpod.io/v1'
const auth = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function rest<T>(path: string, init: RequestInit = {}): Promise<T> {
  const res = await fetch(`${BASE}${path}`, { headers: auth, ...init })
  if (!res.ok) throw new Error(`HTTP ${res.status}`)
  return (await res.json()) as T
}

interface Pod {
  id: string
  desiredStatus: string
  imageName: string
}

const COLORS: Record<string, string> = {
  RUNNING: 'green',
  EXITED: 'grey',
}
const LIVE = ['RUNNING', 'RESTARTING']
const OVER = new Set(['EXITED', 'TERMINATED'])

async function word(id: string) {
  const pod = await rest<Pod>(`/pods/${id}`)
  switch (pod.desiredStatus) {
    case 'RUNNING':
      return `up with ${pod.imageName}`
    case 'EXITED':
      return 'down'
    default:
      return 'gone'
  }
}

async function stopped(id: string) {
  const { desiredStatus, imageName: image } = await rest<Pod>(`/pods/${id}`)
  return desiredStatus === 'EXITED' ? `${image} is stopped` : desiredStatus !== 'RUNNING'
}

async function table() {
  const pods = await rest<Pod[]>('/pods')
  return [
    pods.map((pod) => COLORS[pod.desiredStatus] ?? 'white').join(),
    pods.filter((pod) => LIVE.includes(pod.desiredStatus)).length,
    pods.filter((pod) => OVER.has(pod.desiredStatus)).length,
    pods.filter(({ desiredStatus }) => ['EXITED', 'TERMINATED'].includes(desiredStatus)).length,
  ]
}

export async function main() {
  for (const name of ['a', 'b']) {
    const made = await rest<Pod>('/pods', {
      method: 'POST',
      body: JSON.stringify({ name, imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], ports: ['22/tcp'] }),
    })
    console.log(await word(made.id), await stopped(made.id), await table())
    if (name === 'b') await rest(`/pods/${made.id}/stop`, { method: 'POST' })
    console.log(await word(made.id), await stopped(made.id), await table())
  }
}
