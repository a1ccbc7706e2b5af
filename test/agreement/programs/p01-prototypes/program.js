function Client(key) {
  this.key = key
  this.base = 'https://rest.runpod.io/v1'
}

Client.prototype.call = async function (method, path, body) {
  const res = await fetch(this.base + path, {
    method,
    headers: { Authorization: `Bearer ${this.key}`, 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : undefined,
  })
  if (!res.ok) throw new Error(`HTTP ${res.status}`)
  return res.status === 204 ? null : res.json()
}

Client.prototype.volumes = function () {
  return this.call('GET', '/networkvolumes')
}

const Pods = function (client) {
  this.client = client
}

Pods.prototype = {
  constructor: Pods,
  make: async function (name) {
    const pod = await this.client.call('POST', '/pods', {
      name: `${name}`,
      imageName: 'nginx:1',
      gpuTypeIds: ['NVIDIA L4'],
      volumeInGb: 0,
    })
    return pod.id
  },
  stop: function (id) {
    return this.client.call('POST', `/pods/${id}/stop`)
  },
}

exports.main = async () => {
  const client = new Client(process.env.RUNPOD_API_KEY)
  const pods = new Pods(client)
  const id = await pods.make('web')
  await pods.stop(id)
  await client.call('POST', '/networkvolumes', { name: 'data', size: 20, dataCenterId: 'EU-RO-1' })
  console.log((await client.volumes()).map((volume) => volume.dataCenterId))
  await client.call('DELETE', `/pods/${id}`)
}
