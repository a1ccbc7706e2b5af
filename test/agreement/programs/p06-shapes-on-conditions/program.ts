const API = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

interface Options {
  volumeId?: string | null
  size?: number
  mount?: string
  cpu?: boolean
  community?: boolean
}

const post = async (path: string, body: object) => {
  const res = await fetch(`${API}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  console.log(res.ok)
}

const onVolume = ({ volumeId }: Options) =>
  post('/pods', { name: 'a', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], networkVolumeId: volumeId, volumeMountPath: '/workspace' })

const onVolumeOrBlank = (options: Options) =>
  post('/pods', { name: 'b', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], networkVolumeId: options.volumeId ?? '', volumeInGb: 0 })

const sized = (options: Options) =>
  post('/pods', { name: 'c', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], volumeInGb: options.size, volumeMountPath: options.mount })

const sizedOrNone = (options: Options) =>
  post('/pods', { name: 'd', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], volumeInGb: options.size ?? 0, volumeMountPath: options.mount ?? '/data' })

const sizedOrTwenty = (options: Options) =>
  post('/pods', { name: 'e', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], volumeInGb: options.size || 20, volumeMountPath: '/data' })

const both = ({ volumeId, size }: Options) =>
  post('/pods', { name: 'f', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], volumeInGb: size ?? 0, networkVolumeId: volumeId })

const chosen = ({ volumeId, size = 30 }: Options) =>
  post('/pods', {
    name: 'g',
    imageName: 'busybox',
    gpuTypeIds: ['NVIDIA A40'],
    volumeInGb: volumeId ? 0 : size,
    networkVolumeId: volumeId ? volumeId : undefined,
    // where either is mounted
    volumeMountPath: '/models',
  })

const kind = ({ cpu, community }: Options) =>
  post('/pods', {
    name: 'h',
    imageName: 'busybox',
    computeType: cpu ? 'CPU' : 'GPU',
    cloudType: community ? 'COMMUNITY' : 'SECURE',
    gpuTypeIds: cpu ? undefined : ['NVIDIA A40'],
    cpuFlavorIds: cpu ? ['cpu3c'] : undefined,
    vcpuCount: cpu ? 4 : undefined,
    volumeInGb: 0,
  })

const scaled = ({ community }: Options, templateId: string) =>
  post('/endpoints', {
    name: 'i',
    templateId,
    computeType: 'CPU',
    cpuFlavorIds: ['cpu3c'],
    vcpuCount: 2,
    workersMax: 1,
    idleTimeout: 30,
    scalerType: community ? 'REQUEST_COUNT' : 'QUEUE_DELAY',
    scalerValue: community ? 2 : 6,
  })

const kept = ({ size }: Options) => post('/templates', { name: `t${size}`, imageName: 'busybox', volumeInGb: size, volumeMountPath: '/data' })

export async function main() {
  const made = await fetch(`${API}/networkvolumes`, { method: 'POST', headers, body: JSON.stringify({ name: 'v', size: 10, dataCenterId: 'EU-RO-1' }) })
  const { id } = (await made.json()) as { id: string }
  for (const volumeId of [undefined, null, '', id])
    for (const size of [undefined, 0, 40]) {
      await both({ volumeId, size })
      await chosen({ volumeId, size })
    }
  for (const volumeId of [undefined, null, '', id]) {
    await onVolume({ volumeId })
    await onVolumeOrBlank({ volumeId })
  }
  for (const size of [undefined, 0, 40])
    for (const mount of [undefined, '/else']) {
      await sized({ size, mount })
      await sizedOrNone({ size, mount })
      await sizedOrTwenty({ size, mount })
    }
  for (const cpu of [true, false]) for (const community of [true, false]) await kind({ cpu, community })
  for (const size of [undefined, 0, 40]) await kept({ size })
  const template = await fetch(`${API}/templates`, { method: 'POST', headers, body: JSON.stringify({ name: 's', imageName: 'busybox', isServerless: true }) })
  const { id: templateId } = (await template.json()) as { id: string }
  for (const community of [true, false]) await scaled({ community }, templateId)
}
