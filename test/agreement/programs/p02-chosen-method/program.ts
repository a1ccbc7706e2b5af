const BASE = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

interface TemplateInput {
  name: string
  imageName: string
  containerDiskInGb?: number
}

async function save(id: string | undefined, input: TemplateInput) {
  const res = await fetch(id ? `${BASE}/templates/${id}` : `${BASE}/templates`, {
    method: id ? 'PATCH' : 'POST',
    headers,
    body: JSON.stringify(input),
  })
  if (!res.ok) throw new Error(`HTTP ${res.status}`)
  const template = (await res.json()) as { id: string; imageName: string }
  return template
}

async function end(data: { id: string; terminate: boolean }) {
  const url = data.terminate ? `${BASE}/pods/${data.id}` : `${BASE}/pods/${data.id}/stop`
  const res = await fetch(url, { method: data.terminate ? 'DELETE' : 'POST', headers })
  return res.ok
}

export async function main() {
  const { id } = await save(undefined, { name: 'web', imageName: 'nginx:1' })
  console.log((await save(id, { name: 'web', imageName: 'nginx:2', containerDiskInGb: 7 })).imageName)
  const res = await fetch(`${BASE}/pods`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'web', imageName: 'nginx:1', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0 }),
  })
  const pod = (await res.json()) as { id: string }
  console.log(await end({ id: pod.id, terminate: false }))
  console.log(await end({ id: pod.id, terminate: true }))
}
