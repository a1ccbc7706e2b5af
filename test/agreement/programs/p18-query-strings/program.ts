const BASE = 'https://rest.runpod.io/v1'
const get = async (path: string): Promise<any> => {
  const res = await fetch(`${BASE}${path}`, { headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` } })
  return res.json()
}

const stopped = () => get('/pods?desiredStatus=EXITED')
const named = (name: string) => {
  const query = new URLSearchParams({ name })
  return get(`/pods?${query}`)
}
const mounted = () => get('/pods?includeNetworkVolume=true')
const withMachine = (id: string) => get(`/pods/${id}?includeMachine=true`)

export async function main() {
  const made = await fetch(`${BASE}/pods`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'q', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'] }),
  })
  const { id } = (await made.json()) as { id: string }
  console.log((await stopped()).length)
  console.log((await named('q')).length)
  console.log((await mounted()).length)
  console.log((await withMachine(id)).machine?.gpuTypeId)
}
