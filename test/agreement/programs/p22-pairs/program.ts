const BASE = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function call(path: string, method = 'GET', body?: unknown): Promise<[Error | null, any, number]> {
  try {
    const res = await fetch(`${BASE}${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    if (!res.ok) return [new Error('refused'), null, res.status]
    return [null, res.status === 204 ? null : await res.json(), res.status]
  } catch (error) {
    return [error as Error, null, 0]
  }
}

export async function main() {
  const [, volume] = await call('/networkvolumes', 'POST', { name: 'data', size: 20, dataCenterId: 'EU-RO-1' })
  console.log(volume.name, volume.dataCenterId)
  const [error, pods, status] = await call('/pods')
  if (!error) console.log(pods.length, status)
  const result = await call(`/networkvolumes/${volume.id}`)
  console.log(result[1].size, result[1].dataCenterId, result[2])
  const [missing, none] = await call('/networkvolumes/gone')
  console.log(missing?.message, none)
  const [failed] = await call(`/networkvolumes/${volume.id}`, 'DELETE')
  console.log(failed)
}
