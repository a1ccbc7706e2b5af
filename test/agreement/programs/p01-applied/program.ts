const BASE = 'https://rest.runpod.io/v1'

async function send(method: string, path: string, body?: unknown): Promise<any> {
  const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }
  const answer = await fetch(BASE + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  return answer.status === 204 ? null : answer.json()
}

// kept in a private field, and called by its methods
class Pods {
  #send: typeof send
  constructor(using: typeof send) {
    this.#send = using
  }
  async stop(id: string) {
    await this.#send.apply(undefined, ['POST', `/pods/${id}/stop`])
  }
  async image(id: string) {
    return (await this.#send.call(null, 'GET', `/pods/${id}`)).imageName
  }
}
const pods = new Pods(send)

// taken out of a literal
const { request } = { request: send }
const remove = (id: string) => request.apply(null, ['DELETE', `/networkvolumes/${id}`])

export async function main() {
  const { id } = await send('POST', '/pods', { name: 'p', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'] })
  await pods.stop(id)
  console.log(await pods.image(id))
  const volume = await send('POST', '/networkvolumes', { name: 'v', size: 20, dataCenterId: 'EU-RO-1' })
  console.log(await remove(volume.id))
}
