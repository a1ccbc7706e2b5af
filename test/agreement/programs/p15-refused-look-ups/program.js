const BASE = 'https://rest.runpod.io/v1'
const headersOf = (key) => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' })

// what was refused is an answer like any other
async function send(key, method, path, body) {
  const res = await fetch(`${BASE}${path}`, { method, headers: headersOf(key), body: JSON.stringify(body) })
  return { status: res.status, body: await res.json().catch(() => null) }
}

async function deploy(key, gpu) {
  const res = await fetch(`${BASE}/endpoints`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify({ name: 'llm', templateId: 'tpl-none', gpuTypeIds: [gpu], gpuCount: 1, idleTimeout: 5, scalerValue: 4 }),
  })
  if (res.status === 401) return 'the key is not known'
  return res.ok
}

async function grow(key, id, size) {
  const res = await fetch(`${BASE}/pods/${id}`, {
    method: 'PATCH',
    headers: headersOf(key),
    body: JSON.stringify({ volumeInGb: size }),
  })
  if (res.status === 404) return 'gone'
  if (res.status === 401) return 'the key is not known'
  return res.ok
}

const slow = (key, id, seconds) => send(key, 'PATCH', `/endpoints/${id}`, { scalerValue: seconds })

async function place(key, countries) {
  const res = await fetch(`${BASE}/pods`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify({ name: 'there', imageName: 'a:1', gpuTypeIds: ['NVIDIA L4'], countryCodes: countries }),
  })
  return res.status === 401 ? 'the key is not known' : res.ok
}

async function anyCpu(key, vcpuCount) {
  const res = await fetch(`${BASE}/pods`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify({ name: 'cpu', imageName: 'a:1', computeType: 'CPU', vcpuCount, volumeInGb: 0 }),
  })
  return res.status === 401 ? 'the key is not known' : res.ok
}

export async function main() {
  const key = process.env.RUNPOD_API_KEY
  console.log('deploy', await deploy('nobody', 'NVIDIA L4'), await deploy(key, 'NVIDIA NOTHING'))
  console.log('grow', await grow('nobody', 'none', 30), await grow(key, 'none', 30))
  console.log('slow', (await slow('nobody', 'none', 6)).status, (await slow(key, 'none', 6)).status)
  console.log('place', await place('nobody', ['SE']), await place(key, ['XX']))
  console.log('cpu', await anyCpu('nobody', 2), await anyCpu(key, 3))
  const made = await fetch(`${BASE}/pods`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify({ name: 'bare', imageName: 'a:1', gpuTypeIds: ['NVIDIA L4'], gpuCount: 1, volumeInGb: 0 }),
  })
  const { id } = await made.json()
  console.log('bare', await grow(key, id, 30))
}
