const HOST = 'https://rest.runpod.io'
const auth = () => ({ Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` })
// It says neither the version nor that it sends JSON
async function call(path, method = 'GET', body) {
  const res = await fetch(HOST + path, { method, headers: auth(), body: body ? JSON.stringify(body) : undefined })
  if (!res.ok) throw new Error(`${method} ${path.replace(/^\/v\d/, '')} failed with ${res.status}`)
  return res.status === 204 ? undefined : res.json()
}
async function handle({ id, action }) {
  if (action !== 'start' && action !== 'stop') return 'start or stop'
  const res = await fetch(`${HOST}/v1/pods/${id}/${action}`, { method: 'POST', headers: auth() })
  return res.ok
}
async function run(command, id) {
  switch (command) {
    case 'list':
      return (await call('/v1/pods')).map((pod) => pod.name).join(' ')
    case 'start':
    case 'stop':
      return (await call(`/v1/pods/${id}/${command}`, 'POST')).desiredStatus
    default:
      return 'usage: list, start, stop'
  }
}
export async function main() {
  const made = await fetch(new URL('/v1/pods', HOST), {
    method: 'POST',
    headers: { ...auth(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'a', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], volumeInGb: 0 }),
  })
  const { id } = await made.json()
  console.log(await run('list'), await run('stop', id), await run('start', id), await run('other', id))
  for (const action of ['stop', 'start', 'end']) console.log(await handle({ id, action }))
  await call(`/v1/pods/${id}/stop`, 'POST')
  console.log((await call(`/v1/pods/${id}`)).desiredStatus)
  await call(`/v1/pods/${id}`, 'DELETE')
}
