const BASE = 'https://rest.runpod.io/v1'
const call = async (method: string, path: string, body?: unknown): Promise<any> => {
  const res = await fetch(`${BASE}${path}`, {
    method,
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!res.ok) throw new Error(`${res.status} ${await res.text()}`)
  return res.status === 204 ? null : res.json()
}

// GraphQL's spellings, which v1 took as well: handed over as parameters, and written where they are sent
const createTemplate = (body: Record<string, unknown>) => call('POST', '/templates', body)
const createPod = (name: string, ports: string[], variables: Record<string, string>, disk: string) => {
  const env = Object.entries(variables).map(([key, value]) => ({ key, value }))
  return call('POST', '/pods', {
    name,
    imageName: 'busybox',
    gpuTypeIds: ['NVIDIA L4'],
    containerDiskInGb: disk,
    ports: ports.join(','),
    env,
    dockerStartCmd: ports.length > 1 ? ['sleep', '60'] : ['sleep', '9'],
  })
}

export async function main() {
  const template = await createTemplate({
    name: 'mixed',
    imageName: 'busybox',
    containerDiskInGb: '20',
    volumeInGb: 0,
    ports: '8888/http, 22/tcp',
    env: [{ key: 'MODE', value: 'fast' }],
  })
  console.log(template.id !== undefined)
  const pod = await createPod('mixed', ['8888/http', '22/tcp'], { MODE: 'slow' }, '20')
  console.log(pod.id !== undefined)
  await call('DELETE', `/pods/${pod.id}`)
}
