const API = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

const createPod = (options) =>
  fetch(`${API}/pods`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name: options.name,
      imageName: 'pytorch',
      gpuTypeIds: ['NVIDIA L4'],
      containerDiskInGb: options.disk,
      volumeInGb: 0,
      ports: ['22/tcp'],
      cloudType: options.cloud,
    }),
  }).then(({ ok }) => ok)

const createTemplate = (name, variables) => {
  const env = Object.entries(variables).map(([key, value]) => ({ key, value }))
  const body = { name, imageName: 'busybox', containerDiskInGb: 20, ports: '22/tcp,80/http'.split(','), env, volumeInGb: 0 }
  return fetch(`${API}/templates`, { method: 'POST', headers, body: JSON.stringify(body) }).then(({ ok }) => ok)
}

const scale = (id, workersMax) =>
  fetch(`${API}/endpoints/${id}`, { method: 'PATCH', headers, body: JSON.stringify({ workersMax }) }).then(({ ok }) => ok)

export async function main() {
  const names = [undefined, null, '', 'mine']
  const disks = [undefined, null, 30, '40']
  for (const name of names)
    for (const disk of disks)
      console.log(await createPod({ name, disk, cloud: disk ? 'COMMUNITY' : undefined }))
  console.log(await createTemplate('one', { MODE: 'fast' }), await createTemplate('two', { A: '1', B: '2' }))
  console.log(await scale('none', 3), await scale('none', 0))
}
