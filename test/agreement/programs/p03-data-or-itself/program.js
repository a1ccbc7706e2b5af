const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function send(method, path, body) {
  const res = await fetch(`https://rest.runpod.io/v1${path}`, { method, headers, body: body && JSON.stringify(body) })
  const text = await res.text()
  let json
  try {
    json = text ? JSON.parse(text) : null
  } catch {
    json = { raw: text }
  }
  if (!res.ok) return { ok: false, status: res.status }
  return { ok: true, status: res.status, data: json?.data ?? json }
}

const opened = (body) => (body && typeof body === 'object' && 'data' in body ? body.data : body)
const ask = async (path) => opened(await (await fetch(`https://rest.runpod.io/v1${path}`, { headers })).json())

export async function main() {
  const made = await send('POST', '/networkvolumes', { name: 'data', size: 20, dataCenterId: 'EU-RO-1' })
  console.log(made.ok, made.data.name, made.data.dataCenterId)
  const all = await send('GET', '/networkvolumes')
  for (const one of all.data) console.log(one.name, one.dataCenterId, one.size)
  console.log((await ask(`/networkvolumes/${made.data.id}`)).dataCenterId)
  console.log((await ask('/containerregistryauth')).length)
  console.log((await send('DELETE', `/networkvolumes/${made.data.id}`)).ok, (await send('GET', '/networkvolumes/none')).ok)
}
