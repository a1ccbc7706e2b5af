const KEY = process.env.RUNPOD_API_KEY

const gql = async (query) => {
  const response = await fetch(`https://api.runpod.io/graphql?api_key=${KEY}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data, errors } = await response.json()
  if (errors) throw new Error(errors[0].message)
  return data
}

const save = async ({ name, ...rest }) => {
  const { saveTemplate } = await gql(
    `mutation { saveTemplate(input: { name: "${name}", imageName: "busybox", containerDiskInGb: ${rest.disk || 10}, volumeInGb: 0, dockerArgs: "", env: [] }) { id name containerDiskInGb } }`,
  )
  return saveTemplate
}

export async function main() {
  // As a form, or a command line, gives it
  const form = JSON.parse('{ "name": "form", "disk": "15" }')
  console.log((await save(form)).containerDiskInGb, (await save({ name: 'usual' })).containerDiskInGb)
}
