const V1 = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

interface Volume {
  id: string
  name: string
  size: number
  dataCenterId: string
}
type Send = (path: string, body?: unknown) => Promise<any>

// One maker for each method
const make =
  (method: string): Send =>
  async (path, body) => {
    const answer = await fetch(`${V1}${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return answer.status === 204 ? undefined : answer.json()
  }
const http = { get: make('GET'), post: make('POST'), patch: make('PATCH'), remove: make('DELETE') }

// Bound to its first arguments
async function send(base: string, method: string, path: string): Promise<any> {
  return (await fetch(base + path, { method, headers })).json()
}
const read = send.bind(null, V1, 'GET')

// Handed to another function
async function sizes(request: Send): Promise<number[]> {
  return ((await request('/networkvolumes')) as Volume[]).map(({ size }) => size)
}

class Volumes {
  #base = 'https://rest.runpod.io/v1'
  async #request<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.#base}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.json() as Promise<T>
  }
  grow(id: string, size: number) {
    return this.#request<Volume>('PATCH', `/networkvolumes/${id}`, { size })
  }
}

export async function main() {
  const made: Volume = await http.post('/networkvolumes', { name: 'data', size: 10, dataCenterId: 'EU-RO-1' })
  console.log(made.name, made.dataCenterId)
  console.log((await new Volumes().grow(made.id, 30)).size)
  console.log(await sizes(http.get))
  for (const one of await read('/networkvolumes')) console.log(one.name)
  console.log((await send.call(null, V1, 'GET', `/networkvolumes/${made.id}`)).size)
  const { call } = await import('./late')
  console.log((await call<Volume[]>('/networkvolumes')).length)
  await import('./late').then((late) => late.call<void>(`/networkvolumes/${made.id}`, { method: 'DELETE' }))
  console.log((await call<Volume[]>('/networkvolumes')).length)
}
