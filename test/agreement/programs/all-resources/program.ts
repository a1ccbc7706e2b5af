const ROOT = 'https://rest.runpod.io/v1'

interface Named {
  id: string
  name: string
}
interface Volume extends Named {
  size: number
  dataCenterId: string
}
interface Template extends Named {
  imageName: string
  volumeInGb: number
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(ROOT + path, {
    method,
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method}: ${response.status}`)
  return (response.status === 204 ? undefined : await response.json()) as T
}

async function volumes() {
  const made = await call<Volume>('POST', '/networkvolumes', { name: 'data', size: 20, dataCenterId: 'EU-RO-1' })
  const grown = await call<Volume>('PATCH', `/networkvolumes/${made.id}`, { size: 40 })
  const all = await call<Volume[]>('GET', '/networkvolumes')
  console.log(grown.size, grown.dataCenterId, all.map(({ name }) => name).join())
  await call('DELETE', `/networkvolumes/${made.id}`)
}

async function credentials() {
  const body = { name: 'hub', username: 'u', password: 'p' }
  const made = await call<Named>('POST', '/containerregistryauth', body)
  const all = await call<Named[]>('GET', '/containerregistryauth')
  const one = await call<Named>('GET', `/containerregistryauth/${made.id}`)
  console.log(one.name, all.length)
  await call('DELETE', `/containerregistryauth/${made.id}`)
}

async function templates() {
  const spec: Record<string, unknown> = { name: 'tool', imageName: 'busybox', ports: [] }
  spec.volumeInGb = 30
  spec.volumeMountPath = '/data'
  const made = await call<Template>('POST', '/templates', spec)
  const changed = await call<Template>('PATCH', `/templates/${made.id}`, { imageName: 'busybox:2' })
  const again = await call<Template>('POST', `/templates/${made.id}/update`, { imageName: 'busybox:3' })
  console.log(made.volumeInGb, changed.imageName, again.imageName)
  await call('DELETE', `/templates/${made.id}`)
}

export async function main() {
  await volumes()
  await credentials()
  await templates()
}
