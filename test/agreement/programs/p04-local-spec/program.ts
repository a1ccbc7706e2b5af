const API = 'https://rest.runpod.io/v1'

async function api(method: string, path: string, body?: unknown) {
  const response = await fetch(`${API}${path}`, {
    method,
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} from the service`)
  return text ? JSON.parse(text) : null
}

const deploy = async (name: string, gpu: string, image: string) => {
  const spec = {
    name,
    imageName: image,
    gpuTypeIds: [gpu],
    gpuCount: 2,
    cloudType: 'SECURE',
    containerDiskInGb: 50,
    volumeInGb: 100,
    volumeMountPath: '/workspace',
    ports: ['22/tcp'],
    dockerStartCmd: ['bash', '-lc', 'python /app/serve.py'],
    dataCenterIds: ['EU-RO-1'],
  }
  return api('POST', '/pods', spec)
}

export async function main() {
  const pod = await deploy('api', 'NVIDIA L4', 'ghcr.io/me/api:1')
  console.log(pod.id, pod.costPerHr > 0, pod.gpu?.count)
  await api('PATCH', `/pods/${pod.id}`, { name: 'api-2', imageName: 'ghcr.io/me/api:2', containerDiskInGb: 60 })
  await api('DELETE', `/pods/${pod.id}`)
  await api('GET', `/pods/${pod.id}`).catch((error) => console.log(error.message))
}
