import ky from 'ky'

const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` }
const api = ky.create({ prefixUrl: 'https://rest.runpod.io/v1', headers })
const patient = api.extend({ retry: { limit: 4 }, timeout: 20_000 })

const volumes = () => ky('https://rest.runpod.io/v1/networkvolumes', { headers }).json()

export async function main() {
  const made = await api
    .post('pods', { json: { name: 'web', imageName: 'nginx:1', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0 } })
    .json()
  console.log(made.imageName, made.desiredStatus)
  const stopped = await patient.post(`pods/${made.id}/stop`)
  console.log(stopped.ok)
  const { desiredStatus } = await patient.get(`pods/${made.id}`).json()
  console.log(desiredStatus)
  const listed = await api.get('pods', { searchParams: { desiredStatus: 'EXITED' } })
  console.log((await listed.json()).map((pod) => pod.imageName))
  await ky.post('https://rest.runpod.io/v1/networkvolumes', {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'data', size: 20, dataCenterId: 'EU-RO-1' }),
  })
  console.log((await volumes()).map((volume) => volume.dataCenterId))
  const none = await api.get('pods/none', { throwHttpErrors: false })
  console.log(none.status)
  try {
    await api.delete('pods/none').json()
  } catch (error) {
    console.log(error.response.status)
  }
  const { data } = await ky
    .post('https://api.runpod.io/graphql', { headers, json: { query: '{ myself { pods { name imageName } } }' } })
    .json()
  console.log(data.myself.pods)
  await api.delete(`pods/${made.id}`)
}
