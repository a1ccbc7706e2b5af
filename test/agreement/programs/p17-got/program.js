import got from 'got'

const rest = got.extend({
  prefixUrl: 'https://rest.runpod.io/v1',
  headers: { authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
  responseType: 'json',
})
const patient = rest.extend({ retry: { limit: 5 } })
const headers = { authorization: `Bearer ${process.env.RUNPOD_API_KEY}` }

export async function main() {
  const { body: made } = await rest.post('pods', {
    json: { name: 'web', imageName: 'nginx:1', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0 },
  })
  console.log(made.imageName, made.desiredStatus)
  const other = await got
    .post('https://rest.runpod.io/v1/pods', {
      headers,
      json: { name: 'other', imageName: 'nginx:2', gpuTypeIds: ['NVIDIA L4'], ports: ['80/http'] },
    })
    .json()
  console.log(other.name, other.ports)
  await patient.post(`pods/${made.id}/stop`)
  const { body } = await patient.get(`pods/${made.id}`)
  console.log(body.desiredStatus)
  const answer = await got('https://rest.runpod.io/v1/pods', { headers })
  if (answer.statusCode !== 200) throw new Error(`HTTP ${answer.statusCode}`)
  console.log(JSON.parse(answer.body).map((pod) => pod.imageName))
  await got({ url: `https://rest.runpod.io/v1/pods/${other.id}`, method: 'DELETE', headers })
  const { data } = await got
    .post('https://api.runpod.io/graphql', { headers, json: { query: '{ myself { pods { name imageName } } }' } })
    .json()
  console.log(data.myself.pods)
  try {
    await rest.get('pods/none')
  } catch (error) {
    console.log(error.response.statusCode, error.response.body.message)
  }
}
