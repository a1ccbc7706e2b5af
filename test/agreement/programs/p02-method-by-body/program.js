const BASE = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

const within = (promise, milliseconds) =>
  Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error('late')), milliseconds))])

async function call(path, body) {
  const res = await fetch(BASE + path, {
    method: body ? 'POST' : 'GET',
    headers,
    body: body ? JSON.stringify(body) : undefined,
  })
  if (!res.ok) throw new Error(`HTTP ${res.status}`)
  return res.json()
}

const settled = (path) =>
  new Promise((resolve, reject) => {
    fetch(BASE + path, { headers })
      .then((res) => res.json())
      .then((body) => resolve({ path, body }), reject)
  })

export async function main() {
  const made = await call('/networkvolumes', { name: 'data', size: 10, dataCenterId: 'EU-RO-1' })
  console.log(made.dataCenterId, (await call('/networkvolumes')).map((volume) => volume.dataCenterId))
  const template = await call('/templates', { name: 'web', imageName: 'nginx:1', containerDiskInGb: 5 })
  const answer = await within(fetch(`${BASE}/templates/${template.id}`, { headers }), 60_000)
  console.log((await answer.json()).imageName)
  const { path, body } = await settled(`/templates/${template.id}`)
  console.log(path === `/templates/${template.id}`, body)
}
