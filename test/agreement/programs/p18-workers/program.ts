import axios from 'axios'

const BASE = 'https://rest.runpod.io/v1'
const KEY = process.env.RUNPOD_API_KEY
const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }

const rest = async (path: string, init: RequestInit = {}): Promise<any> => {
  const res = await fetch(`${BASE}${path}`, { ...init, headers })
  if (!res.ok) throw new Error(`refused: ${res.status}`)
  return res.status === 204 ? undefined : res.json()
}
const http = axios.create({ baseURL: BASE, headers })

/** An endpoint that keeps some workers up. */
const make = (name: string, workersMin: number) =>
  rest('/endpoints', {
    method: 'POST',
    body: JSON.stringify({ name, templateId: 'sbechoworker', computeType: 'CPU', cpuFlavorIds: ['cpu3c'], workersMin, workersMax: 3 }),
  })

const plain = ({ id, imageName, gpuCount, desiredStatus, machine, endpointId, slsVersion }: any) => ({
  id: typeof id,
  imageName,
  gpuCount,
  desiredStatus,
  machine,
  endpointId: typeof endpointId,
  slsVersion,
})

const show = ({ name, version, workers }: any) => console.log(name, version, workers?.map(plain))

const asked = async (id: string, includeWorkers: boolean) => {
  const endpoint = await rest(`/endpoints/${id}?includeWorkers=${includeWorkers}`)
  return endpoint
}

const optional = async (id: string, options: { includeWorkers?: boolean }) => {
  const query = new URLSearchParams()
  if (options.includeWorkers) query.append('includeWorkers', 'true')
  const text = query.toString() ? `?${query.toString()}` : ''
  const endpoint = await rest(`/endpoints/${encodeURIComponent(id)}${text}`)
  show(endpoint)
}

const answer = (id: string) => fetch(`${BASE}/endpoints/${id}?includeWorkers=true`, { headers })

const nameOnly = async (id: string) => {
  const { name, workersMax } = await rest(`/endpoints/${id}?includeWorkers=true`)
  console.log(name, workersMax)
}

export async function main() {
  const busy = await make('busy', 2)
  const calm = await make('calm', 0)
  show(await asked(busy.id, true))
  show(await asked(busy.id, false))
  await optional(busy.id, { includeWorkers: true })
  await optional(calm.id, {})
  await nameOnly(busy.id)

  const res = await answer(calm.id)
  const { workers } = (await res.json()) as { workers: unknown[] }
  console.log(res.status, workers)
  const none = await answer('gone')
  console.log(none.status, none.ok)

  const { data } = await http.get('/endpoints', { params: { includeWorkers: true } })
  for (const one of data) show(one)
  const lists = await rest('/endpoints?includeWorkers=true')
  console.log(lists.reduce((sum: number, one: any) => sum + one.workers.length, 0))

  try {
    await rest('/endpoints/gone?includeWorkers=true').then((one) => console.log(one.workers.length))
  } catch (error) {
    console.log((error as Error).message)
  }
}
