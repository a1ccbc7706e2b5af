import { $fetch, ofetch } from 'ofetch'

const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` }
const api = ofetch.create({ baseURL: 'https://rest.runpod.io/v1', headers })

export async function main() {
  const made = await api('/pods', {
    method: 'POST',
    body: { name: 'web', imageName: 'nginx:1', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0 },
  })
  console.log(made.imageName, made.desiredStatus)
  await api(`/pods/${made.id}/stop`, { method: 'POST' })
  const pods = await api('/pods', { query: { desiredStatus: 'EXITED' } })
  console.log(pods.map((pod) => [pod.imageName, pod.desiredStatus]))
  const templates = await $fetch('https://rest.runpod.io/v1/templates', { headers })
  console.log(templates.length)
  try {
    await api('/pods/none')
  } catch (error) {
    console.log(error.status, error.data.message)
  }
  await $fetch(`https://rest.runpod.io/v1/pods/${made.id}`, { method: 'DELETE', headers })
}
