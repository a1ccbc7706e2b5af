const get = async (path: string) => {
  const res = await fetch(`https://rest.runpod.io/v1${path}`, {
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
  })
  if (!res.ok) throw new Error(`billing: ${res.status}`)
  return (await res.json()) as { amount: number; time: string }[]
}

export async function main() {
  const pods = await get('/billing/pods')
  const endpoints = await get('/billing/endpoints')
  const volumes = await get('/billing/networkvolumes')
  const total = [...pods, ...endpoints, ...volumes].reduce((sum, { amount }) => sum + amount, 0)
  const query = new URLSearchParams({ bucketSize: 'day', grouping: 'endpointId', endpointId: 'ep-1' })
  const ofOne = await get(`/billing/endpoints?${query}`)
  console.log(ofOne.length)
  console.log(total, pods.length, endpoints.length, volumes.length)
}
