const BASE = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function list(path: string): Promise<any[]> {
  const res = await fetch(`${BASE}${path}`, { headers })
  if (!res.ok) throw new Error(`${res.status}`)
  return (await res.json()) as any[]
}

const NAME = 'a b&c=d+e%20f'
const OTHER = 'plain'

// of two values, either
export async function main() {
  const make = (name: string, gpu: string) =>
    fetch(`${BASE}/pods`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name, imageName: 'busybox', gpuTypeIds: [gpu], volumeInGb: 0 }),
    })
  await make(NAME, 'NVIDIA L4')
  await make(OTHER, 'NVIDIA A40')
  await make('a b', 'NVIDIA RTX A4000')
  const named = async (path: Promise<any[]>) => console.log((await path).map(({ name }) => name).sort().join())
  await named(list('/pods?gpuTypeId=NVIDIA%20L4&gpuTypeId=NVIDIA+A40'))
  await named(list(`/pods?name=${OTHER}&name=${encodeURIComponent(NAME)}&computeType=GPU`))
  await named(list(`/pods?name=${encodeURIComponent(NAME)}`))
  await named(list('/pods?name=' + encodeURIComponent(OTHER)))
}
