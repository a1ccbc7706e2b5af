import type { Endpoint } from './shapes'

const BASE = 'https://rest.runpod.io/v1'
const auth = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function rest<T>(path: string, init: RequestInit = {}): Promise<T> {
  const res = await fetch(`${BASE}${path}`, { headers: auth, ...init })
  if (!res.ok) throw new Error(`HTTP ${res.status}`)
  return (await res.json()) as T
}

const rangeOf = ({ workersMin, workersMax: most }: Endpoint): string => `${workersMin} to ${most}`

async function image(): Promise<string> {
  const body = JSON.stringify({ name: 'template', imageName: 'me/x:1', isServerless: true })
  return (await rest<{ id: string }>('/templates', { method: 'POST', body })).id
}

export async function main() {
  const templateId = await image()
  for (const [name, workersMax] of [['a', 2], ['b', 4]] as const) {
    const body = JSON.stringify({ name, templateId, workersMin: 0, workersMax, idleTimeout: 7, computeType: 'CPU', cpuFlavorIds: ['cpu3c'], vcpuCount: 2 })
    const made = await rest<Endpoint>('/endpoints', { method: 'POST', body })
    console.log(made.name, rangeOf(made), made.idleTimeout)
  }
  const all = await rest<Endpoint[]>('/endpoints')
  console.log(all.filter((one) => one.workersMax > 2).map((one) => one.name), all.map((one) => rangeOf(one)))
  const sized = await rest<any>('/endpoints')
  console.log(sized.map((one: { name: string; workersMax: number }) => `${one.name}: ${one.workersMax}`))
}
