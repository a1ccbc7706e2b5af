const BASE = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

type Room = 'templates' | 'networkvolumes' | 'containerregistryauth'

async function rows(room: Room): Promise<any> {
  const res = await fetch(`${BASE}/${room}`, { headers })
  if (!res.ok) throw new Error(`${res.status}`)
  return res.json()
}

async function create(room: Room, body: Record<string, unknown>): Promise<any> {
  const res = await fetch(`${BASE}/${room}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return res.json()
}

async function drop(room: Room, id: string): Promise<boolean> {
  const path = `/${room}/${encodeURIComponent(id)}`
  return (await fetch(BASE + path, { method: 'DELETE', headers })).ok
}

export async function main() {
  const volume = await create('networkvolumes', { name: 'data', size: 20, dataCenterId: 'EU-RO-1' })
  const registry = await create('containerregistryauth', { name: 'own', username: 'me', password: 'secret' })
  for (const one of await rows('networkvolumes')) console.log(one.name, one.size, one.dataCenterId)
  for (const one of await rows('containerregistryauth')) console.log(one.name)
  console.log((await rows('templates')).length)
  console.log(await drop('networkvolumes', volume.id), await drop('containerregistryauth', registry.id))
}
