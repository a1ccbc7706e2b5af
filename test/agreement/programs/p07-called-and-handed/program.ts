const BASE = 'https://rest.runpod.io/v1'
const auth = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

interface Pod {
  id: string
  name: string
  imageName: string
  desiredStatus: string
}
interface Template {
  name: string
  imageName: string
}

async function rest<T>(path: string, init: RequestInit = {}): Promise<T> {
  const res = await fetch(`${BASE}${path}`, { headers: auth, ...init })
  if (!res.ok) throw new Error(`HTTP ${res.status}`)
  return (await res.json()) as T
}

const lineOf = (pod: Pod): string => `${pod.name}: ${pod.imageName} ${pod.desiredStatus === 'RUNNING' ? 'up' : 'down'}`
const byImage = (a: Pod, b: Pod): number => (a.imageName > b.imageName ? 1 : -1)
// Handed things of the program's own, too.
const imageOf = (one: Template): string => one.imageName

const create = (name: string) =>
  rest<Pod>('/pods', {
    method: 'POST',
    body: JSON.stringify({ name, imageName: `busybox:${name}`, gpuTypeIds: ['NVIDIA L4'], gpuCount: 1 }),
  })

export async function main() {
  console.log(lineOf(await create('b')), lineOf(await create('a')))
  const pods = await rest<Pod[]>('/pods')
  console.log([...pods].sort(byImage).map(lineOf))
  const body = JSON.stringify({ name: 'template', imageName: 'me/x:1' })
  console.log(imageOf(await rest<Template>('/templates', { method: 'POST', body })))
  console.log([{ name: 'own', imageName: 'own:1' }].map(imageOf))
}
