let base = process.env.RUNPOD_API_URL ?? 'https://rest.runpod.io/v1/'
if (base.endsWith('/')) base = base.slice(0, -1)

const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const url = `${base}/${path.replace(/^\/+/, '')}`
  const res = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!res.ok) throw new Error(String(res.status))
  return res.status === 204 ? null : res.json()
}

export async function main() {
  const pod = (await call('POST', '/pods', {
    name: 'worker',
    imageName: 'ubuntu:24.04',
    gpuTypeIds: ['NVIDIA A40'],
    volumeInGb: 0,
  })) as { id: string; name: string }
  console.log(pod.name)
  await call('POST', `/pods/${pod.id}/stop`)
  await call('POST', `/pods/${pod.id}/reset`).catch((error: Error) => console.log(error.message))
  await call('DELETE', `/pods/${pod.id}`)
}
