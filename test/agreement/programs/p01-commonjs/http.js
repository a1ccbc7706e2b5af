const BASE = 'https://rest.runpod.io/v1'

async function call(path, init) {
  const answer = await fetch(`${BASE}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' },
  })
  return answer.status === 204 ? undefined : answer.json()
}

const get = (path) => call(path)

module.exports = { call, get, post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }) }
