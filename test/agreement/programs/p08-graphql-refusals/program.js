const GRAPHQL = 'https://api.runpod.io/graphql'
const KEY = process.env.RUNPOD_API_KEY

async function gql(key, query, variables) {
  const res = await fetch(`${GRAPHQL}?api_key=${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  return res.json()
}

const say = (name, { data, errors = [] }) => console.log(name, data, errors.map(({ message }) => message))

const start = (id) =>
  gql(KEY, 'mutation ($id: String!) { podResume(input: { podId: $id }) { id } }', { id })

const drop = (id) => gql(KEY, 'mutation ($id: String!) { deleteEndpoint(id: $id) }', { id })

const both = (id, name) =>
  gql(
    KEY,
    'mutation ($id: String!, $name: String!) { podTerminate(input: { podId: $id }) deleteTemplate(templateName: $name) }',
    { id, name },
  )

const pods = (key) => gql(key, '{ myself { pods { id } } }')

const templates = (key) => gql(key, '{ myself { podTemplates { id } } }')

const all = (key) => gql(key, '{ myself { pods { id } networkVolumes { id } } }')

const sizes = async (name, containerDiskInGb) => {
  const input = { name, imageName: 'busybox', dockerArgs: '', env: [], volumeInGb: 0, containerDiskInGb }
  return gql(KEY, 'mutation ($input: SaveTemplateInput!) { saveTemplate(input: $input) { name } }', { input })
}

const workers = async (volumeInGb) => {
  const input = { name: 'workers', imageName: 'busybox', dockerArgs: '', env: [], containerDiskInGb: 5, isServerless: true, volumeInGb }
  return gql(KEY, 'mutation ($input: SaveTemplateInput!) { saveTemplate(input: $input) { name } }', { input })
}

export async function main() {
  say('start', await start('none'))
  say('drop', await drop('none'))
  say('both', await both('none', 'nothing'))
  for (const key of [KEY, 'a-key-of-nobody']) {
    say('pods', await pods(key))
    say('templates', await templates(key))
    say('all', await all(key))
  }
  say('disk', await sizes('small', -5))
  say('volume', await workers(20))
  say('no volume', await workers(0))
  say('name', await sizes('n'.repeat(3000), 5))
}
