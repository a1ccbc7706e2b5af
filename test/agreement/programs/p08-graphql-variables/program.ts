const API_KEY = process.env.RUNPOD_API_KEY ?? ''

async function gql<T>(query: string, variables?: Record<string, unknown>): Promise<T> {
  const res = await fetch('https://api.runpod.io/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${API_KEY}` },
    body: JSON.stringify({ query, variables }),
  })
  const json = (await res.json()) as { data: T; errors?: { message: string }[] }
  if (json.errors?.length) throw new Error(json.errors[0]?.message)
  return json.data
}

interface Template {
  id: string
  name: string
  imageName: string
}

export const saveTemplate = async (name: string, imageName: string) => {
  const data = await gql<{ saveTemplate: Template }>(
    `mutation Save($input: SaveTemplateInput!) { saveTemplate(input: $input) { id name imageName } }`,
    {
      input: {
        name,
        imageName,
        containerDiskInGb: 20,
        volumeInGb: 0,
        dockerArgs: '',
        env: [{ key: 'A', value: '1' }],
        ports: '8888/http,22/tcp',
      },
    },
  )
  return data.saveTemplate
}

export const list = async () => {
  const data = await gql<{ myself: { podTemplates: Template[] } }>(`query { myself { podTemplates { id name imageName } } }`)
  return data.myself.podTemplates
}

export async function main() {
  const made = await saveTemplate('t1', 'busybox')
  console.log(made.name, made.imageName, Object.keys(made).sort())
  for (const { name, imageName } of await list()) console.log(name, imageName)
}
