const API = 'https://rest.runpod.io/v1'
const headers = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function spreadWhere(path, body) {
  const res = await fetch(`${API}${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  const data = await res.json()
  if (!res.ok) throw new Error(data.message || data.error || res.statusText)
  return data
}

async function spreadEither(path, body) {
  const res = await fetch(`${API}${path}`, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })
  return res.json()
}

async function setOnInit(path, body) {
  const init = { headers }
  if (body) {
    init.method = 'POST'
    init.body = JSON.stringify(body)
  }
  const res = await fetch(API + path, init)
  return res.json()
}

async function setOnNames(path, body = null) {
  let method = 'GET'
  let payload
  if (body !== null) {
    method = 'POST'
    payload = JSON.stringify(body)
  }
  const res = await fetch(API + path, { method, headers, body: payload })
  return res.json()
}

async function takenApart(path, { body, method } = {}) {
  const res = await fetch(API + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return res.status === 204 ? res.status : res.json()
}

export async function main() {
  const one = await spreadWhere('/pods', { name: 'a', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], volumeInGb: 0 })
  console.log((await spreadWhere('/pods')).map((pod) => pod.name))
  console.log((await spreadWhere(`/pods/${one.id}/stop`, {})).desiredStatus)
  try {
    await spreadWhere('/pods/none')
  } catch (error) {
    console.log(typeof error.message)
  }
  const two = await spreadEither('/networkvolumes', { name: 'v', size: 10, dataCenterId: 'EU-RO-1' })
  console.log((await spreadEither(`/networkvolumes/${two.id}`)).dataCenterId)
  console.log((await spreadEither(`/networkvolumes/${two.id}`, null)).size)
  const three = await setOnInit('/templates', { name: 't', imageName: 'busybox', volumeInGb: 0 })
  console.log((await setOnInit(`/templates/${three.id}`)).imageName, (await setOnInit('/templates')).length)
  const four = await setOnNames('/templates', { name: 'u', imageName: 'busybox', volumeInGb: 0 })
  console.log((await setOnNames(`/templates/${four.id}`)).imageName, (await setOnNames('/templates')).length)
  console.log((await takenApart('/pods')).length, (await takenApart(`/templates/${four.id}`, { method: 'PATCH', body: { imageName: 'alpine' } })).imageName)
  console.log((await takenApart('/templates', { body: { name: 'w', imageName: 'busybox', volumeInGb: 0 } })).imageName)
  console.log(await takenApart(`/templates/${four.id}`, { method: 'DELETE' }))
}
