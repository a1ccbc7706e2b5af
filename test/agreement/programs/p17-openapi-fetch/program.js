import createClient from 'openapi-fetch'

const client = createClient({
  baseUrl: 'https://rest.runpod.io/v1',
  headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
})

const volumes = async () => {
  const { data, error, response } = await client.GET('/networkvolumes')
  if (error) throw new Error(`HTTP ${response.status}`)
  return data.map((volume) => volume.dataCenterId)
}

export async function main() {
  const { data: pod } = await client.POST('/pods', {
    body: { name: 'web', imageName: 'nginx:1', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0 },
  })
  console.log(pod.imageName)
  await client.POST('/pods/{podId}/stop', { params: { path: { podId: pod.id } } })
  const { data, response } = await client.GET('/pods/{podId}', { params: { path: { podId: pod.id } } })
  console.log(response.status, data.desiredStatus)
  const { data: volume } = await client.POST('/networkvolumes', {
    body: { name: 'data', size: 20, dataCenterId: 'EU-RO-1' },
  })
  console.log(volume.id === undefined, await volumes())
  const networkVolumeId = volume.id
  const { error } = await client.PATCH('/networkvolumes/{networkVolumeId}', {
    params: { path: { networkVolumeId } },
    body: { size: 30 },
  })
  console.log(error)
  const { error: missing, response: refused } = await client.GET('/pods/{podId}', { params: { path: { podId: 'none' } } })
  console.log(refused.status, missing !== undefined)
  await client.DELETE('/pods/{podId}', { params: { path: { podId: pod.id } } })
}
