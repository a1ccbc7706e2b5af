const BASE = 'https://rest.runpod.io/v1'

async function call(method: string, path: string, body?: unknown): Promise<any> {
  const res = await fetch(`${BASE}${path}`, {
    method,
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!res.ok) throw new Error(`${res.status}: ${await res.text()}`)
  return res.status === 204 ? null : await res.json()
}

const make = (more: Record<string, unknown>) =>
  call('POST', '/templates', { name: 't', imageName: 'busybox', containerDiskInGb: 30, volumeInGb: 20, ...more })

// JSON leaves out what is undefined, whatever it is called
export async function main() {
  for (const more of [
    {},
    { disk: undefined, mounts: undefined, image: undefined },
    { containerDiskInGb: undefined, ports: undefined, env: undefined },
    { name: 'u', volumeInGb: undefined, volumeMountPath: undefined },
  ]) {
    const { name, containerDiskInGb, volumeInGb, volumeMountPath, ports } = await make({ ...more, name: `t${Object.keys(more)}` })
    console.log(name, containerDiskInGb, volumeInGb, volumeMountPath, ports)
  }
}
