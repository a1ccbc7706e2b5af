import axios from 'axios'

const BASE = 'https://rest.runpod.io/v1'
const apiKey = process.env.RUNPOD_API_KEY
const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
// the first has no instances there, the second has
const CHOICES = { gpuTypeIds: ['NVIDIA L4', 'NVIDIA A40'], gpuTypePriority: 'custom', dataCenterIds: ['CA-MTL-1'] }

async function withOptions(name: string): Promise<string> {
  const options = {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name,
      imageName: 'busybox',
      gpuTypeIds: ['NVIDIA L4', 'NVIDIA A40'],
      gpuTypePriority: 'custom',
      dataCenterIds: ['CA-MTL-1'],
      volumeInGb: 0,
    }),
  }
  console.log('with options')
  const res = await fetch(`${BASE}/pods`, options)
  return ((await res.json()) as { id: string }).id
}

async function withText(name: string): Promise<string> {
  const pod = { name, imageName: 'busybox', volumeInGb: 0, ...CHOICES }
  const body = JSON.stringify(pod)
  try {
    const res = await fetch(`${BASE}/pods`, { method: 'POST', headers, body })
    if (!res.ok) throw new Error(await res.text())
    return ((await res.json()) as { id: string }).id
  } catch (error) {
    console.log('with text', String(error))
    throw error
  }
}

async function withConfig(name: string): Promise<string> {
  const config = {
    method: 'post',
    url: `${BASE}/pods`,
    headers,
    data: { name, imageName: 'busybox', volumeInGb: 0, ...CHOICES },
  }
  const { data } = await axios(config)
  return data.id
}

async function inCanada(name: string): Promise<string> {
  const config = {
    method: 'post',
    url: `${BASE}/pods`,
    headers,
    data: { name, imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], countryCodes: ['ca'], volumeInGb: 0 },
  }
  const { data } = await axios.request(config)
  return data.id
}

async function anyCpu(): Promise<string> {
  const body = JSON.stringify({ name: 'any-cpu', imageName: 'busybox', computeType: 'CPU', volumeInGb: 0 })
  const res = await fetch(`${BASE}/pods`, { method: 'POST', headers, body })
  return ((await res.json()) as { id: string }).id
}

// what v2 says of the last choice is told
async function lastOf(): Promise<string> {
  const init = {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'last', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4', 'NVIDIA GeForce RTX 4090'], dataCenterIds: ['CA-MTL-1'], volumeInGb: 0 }),
  }
  const res = await fetch(`${BASE}/pods`, init)
  return res.ok ? 'made' : 'full'
}

export async function main() {
  const ids = [await withOptions('a'), await withText('b'), await withConfig('c'), await inCanada('d'), await anyCpu()]
  console.log(ids.map((id) => typeof id))
  console.log(await lastOf())
  for (const id of ids) await fetch(`${BASE}/pods/${id}`, { method: 'DELETE', headers })
}
