const ROOT = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

const call = async (path, method = 'GET', body) => {
  const res = await fetch(`${ROOT}${path}`, { method, headers, body: body && JSON.stringify(body) })
  if (!res.ok) throw new Error(`${method} ${path}: ${res.status}`)
  return res.json()
}

const made = async (letter) => {
  const spec = { name: `pod-${letter}`, imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], containerDiskInGb: 30 }
  const { id } = await call('/pods', 'POST', spec)
  return id
}

async function describe(id) {
  const pod = await call(`/pods/${id}`)
  const { imageName, containerDiskInGb: disk, name = 'unnamed' } = pod
  console.log(name, imageName, disk, pod?.machine?.gpuTypeId, pod['costPerHr'], pod.machine.dataCenterId ? 'placed' : 'nowhere')
}

const line = (pod) => `${pod.name} ${pod.imageName} ${pod.adjustedCostPerHr}`

async function overview() {
  const pods = await call('/pods')
  if (!pods.length) return console.log('no pods')
  const ordered = [...pods].sort((a, b) => a.name.localeCompare(b.name))
  console.log(ordered.map(line).join('\n'), pods.filter(({ costPerHr }) => costPerHr > 0).length)
  for (const { name, containerDiskInGb } of ordered) console.log(name, containerDiskInGb)
  const found = pods.find((pod) => pod.name === 'pod-b')
  console.log(found ? found.imageName : 'none')
}

const volumes = () =>
  fetch(`${ROOT}/networkvolumes`, { headers })
    .then((res) => res.json())
    .then((all) => all.map((volume) => `${volume.name} ${volume.dataCenterId}`))

async function templates() {
  const res = await fetch(`${ROOT}/templates`, { headers })
  const list = await res.json()
  return (Array.isArray(list) ? list : []).map(({ imageName, isServerless }) => [imageName, isServerless])
}

async function states(id) {
  const pods = await call('/pods')
  const up = pods.filter((one) => one.desiredStatus === 'RUNNING' && one.machine?.secureCloud)
  const pod = await call(`/pods/${id}`)
  console.log(up.length, pod.desiredStatus !== 'EXITED' ? 'up' : 'stopped', pod.desiredStatus === 'TERMINATED')
}

export async function main() {
  await overview()
  const first = await made('a')
  await states(first)
  await call(`/pods/${first}/stop`, 'POST')
  await states(first)
  await made('b')
  await describe(first)
  await overview()
  await call('/networkvolumes', 'POST', { name: 'v', size: 10, dataCenterId: 'EU-RO-1' })
  console.log(await volumes())
  await call('/templates', 'POST', { name: 't', imageName: 'busybox:2', isServerless: true, volumeInGb: 0 })
  console.log(await templates())
}
