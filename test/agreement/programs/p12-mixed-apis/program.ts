const settings = () => ({
  restBase: 'https://rest.runpod.io/v1',
  jobsBase: 'https://api.runpod.ai/v2',
  key: process.env.RUNPOD_API_KEY,
})

async function send(url: string, init: RequestInit = {}) {
  const { key } = settings()
  const res = await fetch(url, {
    ...init,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  })
  return res.status === 204 ? undefined : ((await res.json()) as any)
}

// Where a person looks: https://console.runpod.io/serverless and https://rest.runpod.io/v1/docs
const consoleLink = (id: string) => `https://console.runpod.io/serverless/user/endpoint/${id}`

export async function main() {
  const { restBase, jobsBase } = settings()
  const template = await send(`${restBase}/templates`, {
    method: 'POST',
    body: JSON.stringify({ name: 'w', imageName: 'worker:1', isServerless: true, containerDiskInGb: 10 }),
  })
  const endpoint = await send(`${restBase}/endpoints`, {
    method: 'POST',
    body: JSON.stringify({ name: 'jobs', templateId: template.id, computeType: 'CPU', cpuFlavorIds: ['cpu3c'], workersMin: 0, workersMax: 1 }),
  })
  const read = await send(`${restBase}/endpoints/${endpoint.id}`)
  console.log(read.name, read.workersMax)
  const job = await send(`${jobsBase}/${endpoint.id}/run`, { method: 'POST', body: JSON.stringify({ input: { imageName: 'x' } }) })
  console.log(job.status)
  const health = await send(`${jobsBase}/${endpoint.id}/health`)
  console.log(Object.keys(health).sort())
  await send('https://registry.example.com/pods', { method: 'POST', body: JSON.stringify({ imageName: consoleLink(endpoint.id) }) })
}
