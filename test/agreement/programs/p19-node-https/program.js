import https from 'node:https'

const key = process.env.RUNPOD_API_KEY

/** The commonest form: the text is collected, parsed at its end, and resolved with. */
function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const payload = body ? JSON.stringify(body) : ''
    const req = https.request(
      {
        hostname: 'rest.runpod.io',
        path: `/v1${path}`,
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(payload),
        },
      },
      (res) => {
        let data = ''
        res.on('data', (chunk) => {
          data += chunk
        })
        res.on('end', () => {
          if (res.statusCode >= 400) return reject(new Error(`HTTP ${res.statusCode}: ${data}`))
          resolve(data ? JSON.parse(data) : null)
        })
      },
    )
    req.on('error', reject)
    if (payload) req.write(payload)
    req.end()
  })
}

/** Status and body in one object, parsed where possible. */
function raw(path) {
  return new Promise((resolve, reject) => {
    https
      .get(`https://rest.runpod.io/v1${path}`, { headers: { Authorization: `Bearer ${key}` } }, (res) => {
        const chunks = []
        res.on('data', (chunk) => chunks.push(chunk))
        res.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          try {
            resolve({ status: res.statusCode, body: JSON.parse(text) })
          } catch (error) {
            reject(error)
          }
        })
      })
      .on('error', reject)
  })
}

/** The text as it came: callers parse it. */
const text = (path) =>
  new Promise((resolve, reject) => {
    const req = https.request(
      new URL(`https://rest.runpod.io/v1${path}`),
      { method: 'GET', headers: { Authorization: `Bearer ${key}` } },
      (res) => {
        let body = ''
        res.setEncoding('utf8')
        res.on('data', (part) => (body += part))
        res.on('end', () => {
          if (res.statusCode !== 200) reject(new Error(`status ${res.statusCode}`))
          else resolve(body)
        })
      },
    )
    req.on('error', (error) => reject(error))
    req.setTimeout(10_000, () => req.destroy(new Error('timed out')))
    req.end()
  })

/** An address taken apart into options; what is no JSON comes as it is. */
function post(url, body, options = {}) {
  const u = new URL(url)
  const payload = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }
    if (options.auth !== false) headers.Authorization = `Bearer ${key}`
    const req = https.request(
      { hostname: u.hostname, path: u.pathname + u.search, method: options.method || 'POST', headers },
      (res) => {
        let data = ''
        res.on('data', (chunk) => {
          data += chunk
        })
        res.on('end', () => {
          try {
            resolve(JSON.parse(data))
          } catch {
            resolve(data)
          }
        })
      },
    )
    req.on('error', reject)
    req.write(payload)
    req.end()
  })
}

export async function main() {
  const made = await call('POST', '/pods', {
    name: 'web',
    imageName: 'nginx:1',
    gpuTypeIds: ['NVIDIA L4'],
    volumeInGb: 0,
  })
  console.log(made.imageName, made.desiredStatus)
  await call('POST', `/pods/${made.id}/stop`)
  const { status, body } = await raw(`/pods/${made.id}`)
  console.log(status, body.desiredStatus)
  const templates = JSON.parse(await text('/templates'))
  console.log(templates.length, templates.map((one) => one.imageName))
  console.log((await call('GET', '/pods')).map((pod) => pod.imageName))
  await call('DELETE', `/pods/${made.id}`)
  await text('/pods/none').catch((error) => console.log(error.message))
  const none = await raw('/pods/none')
  console.log(none.status)
  const registry = await post('https://rest.runpod.io/v1/containerregistryauth', { name: 'hub', username: 'me', password: 'secret' })
  console.log(registry.name)
  const said = await post(`https://api.runpod.io/graphql?api_key=${key}`, { query: '{ myself { pods { id } } }' }, { auth: false })
  console.log(said.data.myself.pods.length)
}
