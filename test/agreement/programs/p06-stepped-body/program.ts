const API = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

interface Pod {
  id: string
  volumeInGb: number
  volumeMountPath: string
  networkVolumeId?: string
}

interface Options {
  name: string
  gpu: string
  image: string
  volume?: { id: string; dataCenterId: string }
  env?: Record<string, string>
}

export async function launch({ name, gpu, image, volume, env }: Options) {
  const body: Record<string, unknown> = { name, imageName: image, gpuTypeIds: [gpu], volumeInGb: volume ? 0 : 30 }
  if (volume) {
    body.networkVolumeId = volume.id
    body.volumeMountPath = '/data'
    body.dataCenterIds = [volume.dataCenterId]
  }
  if (env) body.env = env
  body.ports = ['22/tcp']
  const res = await fetch(`${API}/pods`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!res.ok) {
    const retry = { ...body, cloudType: 'COMMUNITY' }
    const second = await fetch(`${API}/pods`, { method: 'POST', headers, body: JSON.stringify(retry) })
    return (await second.json()) as Pod
  }
  return (await res.json()) as Pod
}

export async function createVolume(name: string, size: number) {
  const res = await fetch(`${API}/networkvolumes`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name, size, dataCenterId: 'EU-RO-1' }),
  })
  return (await res.json()) as { id: string; dataCenterId: string }
}

export async function main() {
  const volume = await createVolume('models', 50)
  const plain = await launch({ name: 'plain', gpu: 'NVIDIA L4', image: 'busybox' })
  console.log(plain.volumeInGb, plain.volumeMountPath)
  const mounted = await launch({ name: 'mounted', gpu: 'NVIDIA L4', image: 'busybox', volume, env: { A: 'b' } })
  console.log(mounted.networkVolumeId === volume.id, mounted.volumeMountPath)
}
