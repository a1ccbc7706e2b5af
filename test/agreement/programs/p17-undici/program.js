import { Agent, Client, Pool, request } from 'undici'

const pool = new Pool('https://rest.runpod.io', { connections: 4 })
const client = new Client('https://rest.runpod.io')
const headers = { authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'content-type': 'application/json' }

const get = async (id) => {
  const { statusCode, body } = await pool.request({ path: `/v1/pods/${id}`, method: 'GET', headers })
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`HTTP ${statusCode}`)
  }
  return body.json()
}

const volumes = async () => {
  const { body } = await request('https://rest.runpod.io', { path: '/v1/networkvolumes', headers })
  return (await body.json()).map(({ dataCenterId }) => dataCenterId)
}

export async function main() {
  const made = await request('https://rest.runpod.io/v1/pods', {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'web', imageName: 'nginx:1', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0 }),
  })
  const { id } = await made.body.json()
  const { statusCode } = await client.request({ path: `/v1/pods/${id}/stop`, method: 'POST', headers })
  console.log(statusCode)
  const pod = await get(id)
  console.log(pod.imageName, pod.desiredStatus)
  await pool.request({
    path: '/v1/networkvolumes',
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'data', size: 20, dataCenterId: 'EU-RO-1' }),
  })
  console.log(await volumes())
  const gone = await new Agent().request({ origin: 'https://rest.runpod.io', path: `/v1/pods/${id}`, method: 'DELETE', headers })
  console.log(gone.statusCode)
  await get('none').catch((error) => console.log(error.message))
}
