const API = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

interface Options {
  name: string
  gpu: string
  count?: number
  volume?: string
  disk?: number
  community?: boolean
  token?: string
}

const post = async (path: string, body: unknown, method = 'POST') => {
  const res = await fetch(`${API}${path}`, { method, headers, body: JSON.stringify(body) })
  return res.ok
}

export async function deploy(options: Options) {
  const body: Record<string, unknown> = {
    name: options.name,
    imageName: 'pytorch',
    gpuTypeIds: [options.gpu],
    volumeInGb: 100,
    volumeMountPath: '/workspace',
    ports: ['22/tcp'],
  }
  if (options.volume) {
    body.networkVolumeId = options.volume
    body.volumeMountPath = '/data'
  }
  if (options.count) body.gpuCount = options.count
  if (options.disk !== undefined) body.containerDiskInGb = options.disk
  if (options.community) {
    body.cloudType = 'COMMUNITY'
  } else {
    body.supportPublicIp = true
  }
  if (options.token) body['env'] = { TOKEN: options.token }
  console.log(`${body.name} of ${body.imageName}`)
  return post('/pods', body)
}

export async function spread({ name, gpu, volume, disk, count, community }: Options) {
  return post('/pods', {
    name,
    ...(volume ? { networkVolumeId: volume } : {}),
    imageName: 'pytorch',
    gpuTypeIds: [gpu],
    volumeInGb: 30,
    ...(disk && { containerDiskInGb: disk }),
    ...(count !== undefined && { gpuCount: count }),
    ...(community ? { cloudType: 'COMMUNITY' } : { dataCenterIds: ['EU-RO-1'] }),
  })
}

export async function template({ name, disk, token, community }: Options) {
  const payload: { [key: string]: any } = {}
  payload.name = `${name}-${disk}-${token}-${community}`
  payload['imageName'] = 'busybox'
  payload.readme = 'about'
  delete payload.readme
  if (community) payload.volumeInGb = 0
  if (token) payload.dockerStartCmd = ['bash', '-c', `echo "${token}"`]
  Object.assign(payload, { containerDiskInGb: 20, ports: [] })
  if (disk) {
    payload.containerDiskInGb = disk
  }
  return post('/templates', payload)
}

export async function scale(id: string, options: Options) {
  const patch: Record<string, unknown> = {}
  if (options.name) patch.name = options.name
  if (options.count !== undefined) patch.workersMin = options.count
  if (options.disk !== undefined) patch.workersMax = options.disk
  return post(`/endpoints/${id}`, patch, 'PATCH')
}

async function made<T>(path: string, body: unknown) {
  const res = await fetch(`${API}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await res.json()) as T
}

export async function main() {
  const volume = await made<{ id: string }>('/networkvolumes', { name: 'models', size: 50, dataCenterId: 'EU-RO-1' })
  for (let way = 0; way < 32; way++) {
    const options: Options = {
      name: `pod-${way}`,
      gpu: 'NVIDIA L4',
      ...(way & 1 ? { count: 2 } : {}),
      ...(way & 2 ? { volume: volume.id } : {}),
      ...(way & 4 ? { disk: 60 } : {}),
      ...(way & 8 ? { community: true } : {}),
      ...(way & 16 ? { token: 'hf' } : {}),
    }
    console.log(await deploy(options), await spread(options), await template(options), await scale('none', options))
  }
}
