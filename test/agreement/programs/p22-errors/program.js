const ROOT = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` }

const call = async (path) => {
  const res = await fetch(`${ROOT}${path}`, { headers })
  if (!res.ok) {
    const problem = await res.json().catch(() => ({}))
    throw new Error(`${res.status} ${problem.message || 'no reason given'}`)
  }
  return res.json()
}

const send = async (url) => {
  const res = await fetch(url, { headers })
  if (res.status >= 400) throw new Error((await res.json()).message)
  return res.json()
}

const attempt = (name, run) => run().then((value) => console.log(name, value), (error) => console.log(name, error.message))

async function direct() {
  const res = await fetch(`${ROOT}/templates/none`, { headers })
  if (!res.ok) throw new Error((await res.json()).message)
  return (await res.json()).imageName
}

async function volume() {
  const { name, dataCenterId } = await call('/networkvolumes/none')
  return `${name} ${dataCenterId}`
}

async function pod() {
  const found = await send(`${ROOT}/pods/none`)
  return found.imageName
}

export async function main() {
  await attempt('template', direct)
  await attempt('volume', volume)
  await attempt('pod', pod)
}
