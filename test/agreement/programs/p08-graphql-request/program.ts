import { GraphQLClient, gql, request } from 'graphql-request'

const NAMED = gql`
  fragment Named on PodTemplate {
    id
    name
  }
`

const SAVE = gql`
  ${NAMED}
  mutation Save($input: SaveTemplateInput!) {
    saveTemplate(input: $input) {
      ...Named
      imageName
    }
  }
`

const LIST = gql`
  query {
    myself {
      podTemplates {
        name
        imageName
      }
    }
  }
`

class Templates {
  private readonly client: GraphQLClient

  constructor(apiKey: string) {
    this.client = new GraphQLClient('https://api.runpod.io/graphql', {
      headers: { Authorization: `Bearer ${apiKey}` },
    })
  }

  async save(name: string, imageName: string): Promise<{ name: string; imageName: string }> {
    const { saveTemplate } = await this.client.request<{ saveTemplate: { name: string; imageName: string } }>(SAVE, {
      input: { name, imageName, containerDiskInGb: 20, volumeInGb: 0, dockerArgs: '', env: [], ports: '8888/http' },
    })
    return saveTemplate
  }

  async list(): Promise<{ name: string; imageName: string }[]> {
    const { data } = await this.client.rawRequest<{ myself: { podTemplates: { name: string; imageName: string }[] } }>(LIST)
    return data.myself.podTemplates
  }

  async images(): Promise<string[]> {
    const { myself } = await this.client.request<{ myself: { podTemplates: { imageName: string }[] } }>(LIST)
    return myself.podTemplates.map((one) => one.imageName)
  }
}

const headers = { authorization: `Bearer ${process.env.RUNPOD_API_KEY}` }

const remove = (templateName: string) =>
  request({
    url: 'https://api.runpod.io/graphql',
    document: gql`mutation Remove($templateName: String!) { deleteTemplate(templateName: $templateName) }`,
    variables: { templateName },
    requestHeaders: headers,
  })

const terminate = (podId: string) =>
  request('https://api.runpod.io/graphql', `mutation T($id: String!) { podTerminate(input: { podId: $id }) }`, { id: podId }, headers)

export async function main() {
  const templates = new Templates(process.env.RUNPOD_API_KEY ?? '')
  const { name, imageName } = await templates.save('t1', 'busybox')
  console.log(name, imageName)
  for (const one of await templates.list()) console.log(one.name, one.imageName)
  console.log(await templates.images())
  await remove('t1')
  console.log((await templates.list()).length)
  try {
    await terminate('no-such-pod')
  } catch (error: any) {
    console.log(error.response?.errors?.[0]?.message, error.response?.status)
  }
}
