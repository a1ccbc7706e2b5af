const BASE = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

const send = async (path: string, method: string, body?: unknown): Promise<any> => {
  const res = await fetch(BASE + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  return res.status === 204 ? undefined : res.json()
}

async function listOf<T>(path: string): Promise<T[]> {
  const res = await fetch(`${BASE}${path}`, { headers })
  if (!res.ok) throw new Error(`${res.status}`)
  const body: any = await res.json()
  return Array.isArray(body) ? body : (body.data ?? [])
}

async function ask(path: string): Promise<any> {
  const res = await fetch(BASE + path, { headers })
  const body: any = JSON.parse(await res.text())
  if (Array.isArray(body)) console.log(path.length > 1)
  return body
}

export async function main() {
  await send('/networkvolumes', 'POST', { name: 'data', size: 20, dataCenterId: 'EU-RO-1' })
  const template = await send('/templates', 'POST', { name: 'mine', imageName: 'app:1', isServerless: true, volumeInGb: 0 })
  for (const { name, imageName } of await ask('/templates')) console.log(name, imageName)
  await send('/endpoints', 'POST', {
    name: 'mine',
    templateId: template.id,
    computeType: 'CPU',
    cpuFlavorIds: ['cpu3c'],
    workersMax: 2,
  })
  const volumes = await listOf<{ name: string; size: number; dataCenterId: string }>('/networkvolumes')
  for (const { name, size, dataCenterId } of volumes) console.log(name, size, dataCenterId)
  console.log((await listOf('/pods')).length)
  const [first] = await ask('/endpoints')
  const { name, workersMax } = await ask(`/endpoints/${first.id}`)
  console.log(name, workersMax)
  console.log((await ask('/endpoints/gone')).message !== undefined)
}
