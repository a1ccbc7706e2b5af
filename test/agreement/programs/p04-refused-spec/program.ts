const API = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function withPublicIp(name: string, gpu: string) {
  const spec = {
    name,
    imageName: 'runpod/base:1',
    gpuTypeIds: [gpu],
    cloudType: 'COMMUNITY',
    supportPublicIp: true,
  }
  const res = await fetch(`${API}/pods`, { method: 'POST', headers, body: JSON.stringify(spec) })
  return res.status
}

async function spot(name: string, gpu: string) {
  const body = { name, imageName: 'runpod/base:1', gpuTypeIds: [gpu], interruptible: true }
  const res = await fetch(API + '/pods', { method: 'POST', headers, body: JSON.stringify(body) })
  return res.status
}

async function onDemand(name: string, gpu: string) {
  const body = { name, imageName: 'runpod/base:1', gpuTypeIds: [gpu], interruptible: false, supportPublicIp: false }
  const res = await fetch('https://rest.runpod.io/v1/pods', { method: 'POST', headers, body: JSON.stringify(body) })
  return res.status
}

async function secure(name: string, gpu: string) {
  const body = { name, imageName: 'runpod/base:1', gpuTypeIds: [gpu], cloudType: 'SECURE', supportPublicIp: true }
  const res = await fetch(API + '/pods', { method: 'POST', headers, body: JSON.stringify(body) })
  return res.status
}

export async function main() {
  console.log(await withPublicIp('a', 'NVIDIA L4'))
  console.log(await spot('b', 'NVIDIA L4'))
  console.log(await onDemand('c', 'NVIDIA L4'))
  console.log(await secure('d', 'NVIDIA L4'))
}
