const ROOT = 'https://rest.runpod.io/v1'
const API_KEY = process.env.RUNPOD_API_KEY

async function call<T>(path: string, method = 'GET', body?: unknown) {
  const response = await fetch(ROOT + path, {
    method,
    headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : undefined,
  })
  return { status: response.status, data: (await response.json().catch(() => undefined)) as T }
}

const stop = (id: string) => call<{ desiredStatus: string }>(`/pods/${id}/stop`, 'POST')
const reset = (id: string) => call<{ message: string }>(`/pods/${id}/reset`, 'POST')

export async function main() {
  const made = await call<{ id: string }>('/pods', 'POST', { name: 'p', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], ports: [] })
  const { id } = made.data
  await new Promise((done) => setTimeout(done, 10_000))
  const refused = await reset(id)
  console.log(refused.status, refused.data.message)
  const stopped = await stop(id)
  console.log(stopped.data.desiredStatus)
  const { data: pods } = await call<{ name: string }[]>('/pods')
  console.log(pods.map((pod) => pod.name).join(' '))
  console.log((await call(`/pods/${id}`, 'DELETE')).status)
}
