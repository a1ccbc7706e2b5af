async function gql(query: string) {
  const res = await fetch('https://api.runpod.io/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
    body: JSON.stringify({ query }),
  })
  const body = (await res.json()) as { data?: any; errors?: { message: string }[] }
  if (body.errors) throw new Error(body.errors.map((one) => one.message).join('; '))
  return body.data
}

interface Config {
  name: string
  gpu: string
  image: string
  disk?: number
  volume?: number
  mount?: string
  secure: boolean
  args: string
  ports: string[]
  env: Record<string, string>
}

const POD = `id name imageName`

const deploy = async (config: Config): Promise<{ id: string; name: string; imageName: string }> => {
  const env = Object.entries(config.env).map(([key, value]) => ({ key, value }))
  const mount = config.mount ? `volumeMountPath: "${config.mount}"` : ''
  const data = await gql(`
    mutation {
      podFindAndDeployOnDemand(input: {
        cloudType: ${config.secure ? 'SECURE' : 'COMMUNITY'},
        gpuCount: 1
        gpuTypeId: ${JSON.stringify(config.gpu)}
        name: "${config.name}-pod"
        imageName: "${config.image}"
        containerDiskInGb: ${config.disk ?? 20}
        ${config.volume ? `volumeInGb: ${config.volume}` : ''}
        ${mount}
        dockerArgs: "${config.args.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"
        ports: "${config.ports.join(',')}"
        env: [${env.map((one) => `{ key: "${one.key}", value: "${one.value}" }`).join(', ')}]
      }) { ${POD} }
    }
  `)
  return data.podFindAndDeployOnDemand
}

const pair = ([key, value]: [string, string]) => `{ key: "${key}", value: ${JSON.stringify(value)} }`

const save = async (name: string, env: Record<string, string>, id?: string): Promise<{ id: string; name: string }> => {
  const fields = [`name: "${name}"`, id && `id: "${id}"`, 'imageName: "busybox"'].filter(Boolean).join(', ')
  const document =
    'mutation { saveTemplate(input: { ' +
    fields +
    `, containerDiskInGb: ${process.env.DISK || '20'}, volumeInGb: 0, dockerArgs: "", env: [${Object.entries(env).map(pair).join(',')}] }) { id name } }`
  const { saveTemplate } = await gql(document)
  return saveTemplate
}

const stopDocument = (id: string) => `mutation { podStop(input: { podId: "${id}" }) { desiredStatus } }`

export async function main() {
  const first = await deploy({
    name: 'one',
    gpu: 'NVIDIA L4',
    image: 'comfy:1',
    secure: true,
    args: 'bash -c "sleep 1"',
    ports: ['8188/http', '22/tcp'],
    env: { TOKEN: 't', QUOTE: 'a=b' },
  })
  console.log(first.name, first.imageName)
  const second = await deploy({ name: 'two', gpu: 'NVIDIA L4', image: 'comfy:1', secure: true, args: '', ports: [], env: {}, disk: 30, volume: 40, mount: '/data' })
  console.log(second.name)
  const template = await save('t', { A: '1', B: 'say "hi"' })
  console.log((await save('t2', { A: '2' }, template.id)).name)
  console.log((await gql(stopDocument(first.id))).podStop.desiredStatus)
}
