import { config } from './config'

async function request<T>({ method = 'GET', path, body }: { method?: string; path: string; body?: object }): Promise<T> {
  const url = new URL(config.apiBase + path)
  const res = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${config.key}`, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (!res.ok) throw new Error(String(res.status))
  return (res.status === 204 ? null : await res.json()) as T
}

interface Volume {
  id: string
  name: string
  size: number
  dataCenterId: string
}

export async function main() {
  const volume = await request<Volume>({
    method: 'POST',
    path: '/networkvolumes',
    body: { name: 'data', size: 20, dataCenterId: 'EU-RO-1' },
  })
  console.log(volume.name, volume.dataCenterId)
  await request({ method: 'PATCH', path: `/networkvolumes/${volume.id}`, body: { size: 40 } })
  const all = await request<Volume[]>({ path: '/networkvolumes' })
  console.log(all.map(({ name, size, dataCenterId }) => ({ name, size, dataCenterId })))
  await request({ method: 'DELETE', path: `/networkvolumes/${volume.id}` })
  console.log(await request<Volume>({ path: `/networkvolumes/${volume.id}` }).catch((error: Error) => error.message))
}
