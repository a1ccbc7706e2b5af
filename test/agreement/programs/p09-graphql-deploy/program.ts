const URL = 'https://api.runpod.io/graphql'

interface Config {
  gpu: string
  image: string
  token: string
}

async function request(query: string, variables: Record<string, unknown> = {}) {
  const res = await fetch(URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
    body: JSON.stringify({ query, variables }),
  })
  const body = (await res.json()) as { data?: any; errors?: { message: string }[] }
  if (body.errors) throw new Error(body.errors.map((one) => one.message).join('; '))
  return body.data
}

const deploy = async (config: Config) => {
  const data = await request(
    `mutation($input: PodFindAndDeployOnDemandInput!) { podFindAndDeployOnDemand(input: $input) { id name } }`,
    {
      input: {
        cloudType: 'SECURE',
        gpuCount: 1,
        gpuTypeId: config.gpu,
        name: 'comfy',
        imageName: config.image,
        containerDiskInGb: 30,
        volumeInGb: 40,
        volumeMountPath: '/workspace',
        ports: '8188/http,22/tcp',
        env: [{ key: 'TOKEN', value: config.token }],
      },
    },
  )
  return data.podFindAndDeployOnDemand as { id: string; name: string }
}

const balance = async () => (await request('query { myself { id clientBalance } }')).myself.clientBalance

export async function main() {
  const pod = await deploy({ gpu: 'NVIDIA L4', image: 'comfy:1', token: 't' })
  console.log(pod.name)
  console.log(typeof (await balance()))
}
