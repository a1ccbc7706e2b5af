const KEY = process.env.RUNPOD_API_KEY ?? ''

async function gql<T = any>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
  const response = await fetch('https://api.runpod.io/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: T; errors?: { message: string }[] }
  if (errors) throw new Error(errors[0]?.message)
  return data
}

const whole = async (query: string) => {
  const response = await fetch(`https://api.runpod.io/graphql?api_key=${KEY}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return (await response.json()) as { data: any; errors?: { message: string }[] }
}

const deploy = async (name: string): Promise<string> => {
  const { made } = await gql(
    `mutation($name: String) { made: podFindAndDeployOnDemand(input: { name: $name, imageName: "busybox", gpuTypeId: "NVIDIA L4", gpuCount: 1, cloudType: SECURE, containerDiskInGb: 20 }) { id } }`,
    { name },
  )
  return made.id
}

export async function main() {
  const a = await deploy('a')
  const b = await deploy('b')
  const pods = await gql(
    `query($a: String!, $b: String!) { first: pod(input: { podId: $a }) { name } second: pod(input: { podId: $b }) { title: name } }`,
    { a, b },
  )
  console.log(pods)
  const { myself, gpuTypes } = await gql<{ myself: { pods: { name: string }[]; all: { id: string }[] }; gpuTypes: { id: string }[] }>(
    `{ myself { pods { name } all: networkVolumes { id } } gpuTypes(input: { id: "NVIDIA L4" }) { id } }`,
  )
  console.log(myself.pods.map(({ name }) => name).sort(), myself.all, gpuTypes)
  const stopped = await whole(
    `mutation { one: podStop(input: { podId: "${a}" }) { desiredStatus } two: podTerminate(input: { podId: "none" }) three: podStop(input: { podId: "${b}" }) { desiredStatus } }`,
  )
  console.log(stopped.data, stopped.errors?.[0]?.message)
  const account = await gql(`{ myself { clientBalance pods { name desiredStatus } } }`)
  console.log(Object.keys(account.myself).sort(), typeof account.myself.clientBalance)
  const spend = await whole(`query { myself { currentSpendPerHr networkVolumes { id } } }`)
  console.log(typeof spend.data.myself.currentSpendPerHr, spend.data.myself.networkVolumes)
}
