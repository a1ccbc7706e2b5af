const BASE = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function request(path: string, init: RequestInit): Promise<any> {
  const response = await fetch(`${BASE}${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.status === 204 ? undefined : response.json()
}

async function send(method: string, path: string, body?: unknown): Promise<any> {
  const init: RequestInit = { method }
  if (body) init.body = JSON.stringify(body)
  return request(path, init)
}

export async function main() {
  const volume = await send('POST', '/networkvolumes', { name: 'kept', size: 10, dataCenterId: 'EU-RO-1' })
  console.log(volume.name, volume.size, volume.dataCenterId)
  const larger = await send('PATCH', `/networkvolumes/${volume.id}`, { size: 20 })
  console.log(larger.size)

  const pod = await send('POST', '/pods', { name: 'worker', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'] })
  console.log(pod.name, pod.imageName, pod.desiredStatus)
  const stopped = await send('POST', `/pods/${pod.id}/stop`)
  console.log(stopped.desiredStatus)
  await send('DELETE', `/pods/${pod.id}`)
  await send('DELETE', `/networkvolumes/${volume.id}`)
}
