const BASE = 'https://rest.runpod.io/v1'
const auth = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function rest<T>(path: string, init: RequestInit = {}): Promise<T> {
  const res = await fetch(`${BASE}${path}`, { headers: auth, ...init })
  if (!res.ok) throw new Error(`HTTP ${res.status}`)
  return (await res.json()) as T
}

interface Template {
  id: string
  name: string
  imageName: string
  isServerless: boolean
  containerDiskInGb: number
}

const line = ({ name, imageName }: Template) => `${name}: ${imageName}`

async function templates(): Promise<Template[]> {
  const all = await rest<Template[]>('/templates')
  return all.filter((one) => !one.isServerless)
}

async function made(name: string) {
  return rest<Template>('/templates', {
    method: 'POST',
    body: JSON.stringify({ name: `template-${name}`, imageName: `me/${name}:1`, containerDiskInGb: 25 }),
  })
}

async function rates() {
  const res = await fetch(`${BASE}/pods`, { headers: auth })
  if (!res.ok) throw new Error('no pods')
  const pods = (await res.json()) as Array<{ name: string; costPerHr: number; imageName: string }>
  return pods.map(({ name, costPerHr, imageName }) => `${name} ${costPerHr} ${imageName}`)
}

export async function main() {
  const first: Template = await made('a')
  console.log(line(first), first.containerDiskInGb)
  await made('b')
  for (const one of await templates()) console.log(line(one), one.isServerless)
  await fetch(`${BASE}/pods`, {
    method: 'POST',
    headers: auth,
    body: JSON.stringify({ name: 'x', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], ports: ['22/tcp'] }),
  })
  console.log(await rates())
}
