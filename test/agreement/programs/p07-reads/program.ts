const BASE = 'https://rest.runpod.io/v1'
const auth = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` }

type Pod = {
  id: string
  desiredStatus: 'RUNNING' | 'EXITED' | 'TERMINATED'
  costPerHr: number
  publicIp: string | null
  portMappings: Record<string, number> | null
  machine?: { dataCenterId?: string; gpuTypeId?: string }
}

const get = async (id: string): Promise<Pod> => {
  const res = await fetch(`${BASE}/pods/${id}`, { headers: auth })
  if (res.status === 404) throw new Error('no such pod')
  return res.json() as Promise<Pod>
}

async function sshCommand(id: string) {
  const { publicIp, portMappings } = await get(id)
  const port = portMappings?.['22']
  return publicIp && port ? `ssh root@${publicIp} -p ${port}` : undefined
}

async function until(id: string, status: Pod['desiredStatus']) {
  for (let tries = 0; tries < 20; tries++) {
    const pod = await get(id)
    if (pod.desiredStatus === status && (status !== 'RUNNING' || pod.publicIp)) return pod
    await new Promise((done) => setTimeout(done, 500))
  }
  throw new Error('timeout')
}

export async function main() {
  const made = await fetch(`${BASE}/pods`, {
    method: 'POST',
    headers: { ...auth, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'x', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], ports: ['22/tcp'] }),
  })
  const { id } = (await made.json()) as { id: string }
  console.log(await sshCommand(id))
  const pod = await until(id, 'RUNNING')
  console.log(await sshCommand(id), pod.costPerHr, pod.machine?.dataCenterId)
  const total = await fetch(`${BASE}/pods`, { headers: auth })
    .then((res) => res.json() as Promise<Pod[]>)
    .then((pods) => pods.reduce((sum, one) => sum + one.costPerHr, 0))
  console.log(total)
}
