const BASE = 'https://rest.runpod.io/v1'
const auth = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` }
async function act(id, verb) {
  const res = await fetch(`${BASE}/pods/${id}/${verb}`, { method: 'POST', headers: auth })
  if (!res.ok) throw new Error(`${verb} failed with ${res.status}`)
  return res.json()
}
const start = (id) => act(id, 'start')
const stop = (id) => act(id, 'stop')
async function podAction(podId, action) {
  const url = `${BASE}/pods/${podId}/${action}`
  const res = await fetch(url, { method: 'POST', headers: auth })
  return res.ok
}
class Manager {
  constructor(key) { this.headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' } }
  async #send(id, verb) {
    const res = await fetch(BASE + '/pods/' + id + '/' + verb, { method: 'POST', headers: this.headers })
    return res.ok
  }
  stop(id) { return this.#send(id, 'stop') }
  resume(id) { return this.#send(id, 'start') }
}
const halt = async (id, { restart = false } = {}) => {
  const r = await fetch(`${BASE}/pods/${id}/${restart ? 'restart' : 'stop'}`, { method: 'POST', headers: auth })
  return (await r.json()).desiredStatus
}
export async function main() {
  const res = await fetch(`${BASE}/pods`, { method: 'POST', headers: { ...auth, 'Content-Type': 'application/json' }, body: JSON.stringify({ name: 'a', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], volumeInGb: 0 }) })
  const { id } = await res.json()
  console.log((await stop(id)).desiredStatus)
  console.log((await start(id)).desiredStatus)
  for (const action of ['stop', 'start', 'restart']) console.log(await podAction(id, action))
  const m = new Manager(process.env.RUNPOD_API_KEY)
  console.log(await m.stop(id), await m.resume(id))
  console.log(await halt(id))
  console.log(await halt(id, { restart: true }).catch(String))
}
