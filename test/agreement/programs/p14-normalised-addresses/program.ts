let api = 'https://rest.runpod.io/v1/'
if (process.env.RUNPOD_API_URL) api = process.env.RUNPOD_API_URL
api = api.trim()
while (api.endsWith('/')) api = api.slice(0, -1)

const headers = () => ({
  Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`,
  'Content-Type': 'application/json',
})

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  if (path[0] !== '/') path = `/${path}`
  const res = await fetch(api + path, { method, headers: headers(), body: body && JSON.stringify(body) })
  if (!res.ok) throw new Error(String(res.status))
  return (res.status === 204 ? null : await res.json()) as T
}

class Volumes {
  private readonly base: string

  constructor(base = 'https://rest.runpod.io/v1') {
    this.base = base.endsWith('/') ? base.slice(0, -1) : base
  }

  async names(): Promise<string[]> {
    const url = new URL(this.base)
    url.pathname += '/networkvolumes'
    const res = await fetch(url, { headers: headers() })
    const volumes = (await res.json()) as { name: string }[]
    return volumes.map(({ name }) => name)
  }
}

export async function main() {
  const volume = await call<{ id: string; name: string }>('POST', 'networkvolumes', {
    name: 'data',
    size: 20,
    dataCenterId: 'EU-RO-1',
  })
  console.log(volume.name)
  console.log(await new Volumes().names())
  await call('DELETE', `/networkvolumes/${volume.id}`)
  console.log(await new Volumes().names())
}
