import fetch, { Headers } from 'node-fetch'

const ROOT = 'https://rest.runpod.io/v1'
const headers = new Headers({ 'content-type': 'application/json' })
headers.set('Authorization', `Bearer ${process.env.RUNPOD_API_KEY}`)

async function call(path, method = 'GET', body) {
  const response = await fetch(`${ROOT}${path}`, {
    method,
    headers,
    body: body ? JSON.stringify(body) : undefined,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`HTTP ${response.status} ${JSON.parse(text).message}`)
  return text ? JSON.parse(text) : null
}

export async function main() {
  const made = await call('/pods', 'POST', {
    name: 'web',
    imageName: 'nginx:1',
    gpuTypeIds: ['NVIDIA L4'],
    volumeInGb: 0,
  })
  console.log(made.imageName, made.desiredStatus)
  await call(`/pods/${made.id}/stop`, 'POST')
  console.log((await call(`/pods/${made.id}`)).desiredStatus)
  console.log((await call('/pods')).map((pod) => pod.imageName))
  console.log(await call(`/pods/${made.id}`, 'DELETE'))
  await call('/pods/none').catch((error) => console.log(error.message))
}
