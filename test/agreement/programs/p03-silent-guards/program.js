const ROOT = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

export async function listPods() {
  const rows = await (await fetch(`${ROOT}/pods`, { headers })).json()
  return Array.isArray(rows) ? rows : []
}

async function listTemplates() {
  const res = await fetch(`${ROOT}/templates`, { headers })
  const data = await res.json()
  const list = data?.templates ?? data
  return list.map((one) => one.name)
}

async function stopAll() {
  const res = await fetch(ROOT + '/pods', { headers })
  const pods = await res.json()
  if (!Array.isArray(pods) || !pods.length) {
    console.log('nothing running')
    return
  }
  for (const { id, desiredStatus } of pods.filter((pod) => pod.desiredStatus === 'RUNNING')) {
    console.log('stopping', id, desiredStatus)
    await fetch(`${ROOT}/pods/${id}/stop`, { method: 'POST', headers })
  }
}

export async function main() {
  await stopAll()
  for (const name of ['a', 'b']) {
    const res = await fetch(`${ROOT}/pods`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name, imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], cloudType: 'SECURE' }),
    })
    console.log(res.status)
  }
  await new Promise((done) => setTimeout(done, 10_000))
  await stopAll()
  for (const { name, desiredStatus, image } of await listPods()) console.log(name, desiredStatus, image)
  console.log(await listTemplates())
}
