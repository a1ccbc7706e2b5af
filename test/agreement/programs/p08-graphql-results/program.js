const GRAPHQL = 'https://api.runpod.io/graphql'
const KEY = process.env.RUNPOD_API_KEY

// { success, data, error }, where a lost connection is one of the errors.
async function ask(key, query, variables) {
  try {
    const body = JSON.stringify({ query, variables })
    const res = await fetch(`${GRAPHQL}?api_key=${key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    if (!res.ok) return { success: false, error: `HTTP ${res.status}` }
    const json = await res.json()
    if (json.errors) return { success: false, error: json.errors.map(({ message }) => message).join('; '), data: json.data }
    return { success: true, data: json.data }
  } catch (error) {
    return { success: false, error: error.message }
  }
}

const start = (id) =>
  ask(KEY, 'mutation ($id: String!) { podResume(input: { podId: $id }) { id } }', { id })

const listed = async (key) => {
  const { success, data, error } = await ask(key, '{ myself { pods { name desiredStatus } } }')
  return success ? data.myself.pods : error
}

// A pair, by way of another function.
const send = async (payload) => {
  const res = await fetch(GRAPHQL, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` },
    body: JSON.stringify(payload),
  })
  return { status: res.status, text: await res.text() }
}
const pair = async (query, variables) => {
  const { status, text } = await send({ query, variables })
  const { data, errors } = JSON.parse(text)
  return errors ? [`${status} ${errors[0].message}`, null] : [null, data]
}

const disk = (name, containerDiskInGb) =>
  pair('mutation ($input: SaveTemplateInput!) { saveTemplate(input: $input) { name containerDiskInGb } }', {
    input: { name, imageName: 'busybox', dockerArgs: '', env: [], volumeInGb: 0, containerDiskInGb },
  })

// A class of its own for what was refused, and some of it thrown.
class Failure {
  constructor(errors) {
    this.errors = errors.map(({ message }) => message)
  }
}
class Client {
  #key
  constructor(key) {
    this.#key = key
  }
  async #run({ query, variables, strict }) {
    const res = await fetch(GRAPHQL, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${this.#key}` },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await res.json()
    if (errors && strict) throw new Error(errors[0].message)
    return errors ? new Failure(errors) : data
  }
  remove(id, strict) {
    return this.#run({ query: 'mutation ($id: String!) { podTerminate(input: { podId: $id }) }', variables: { id }, strict })
  }
}

export async function main() {
  console.log('start', await start('none'))
  for (const key of [KEY, 'a-key-of-nobody']) console.log('listed', await listed(key))
  console.log('disk', await disk('small', 5))
  console.log('no disk', await disk('smaller', -5))
  const client = new Client(KEY)
  console.log('removed', await client.remove('none', false))
  console.log('strictly', await client.remove('none', true).catch(({ message }) => message))
}
