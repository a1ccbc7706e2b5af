const gql = async (query, variables) => {
  const res = await fetch('https://api.runpod.io/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await res.json()
  if (errors) throw new Error(errors[0].message)
  return data
}

const POD = ['id', 'name', 'desiredStatus'].join(' ')
const DISK = 'containerDiskInGb volumeInGb'

const list = async ({ withDisk = false } = {}) => {
  const { myself } = await gql(`{ myself { pods { ${POD} ${withDisk ? DISK : ''} } } }`)
  return myself.pods.map(({ id, ...pod }) => pod)
}

const podQuery = (more = []) => `
  query ($podId: String!) {
    pod(input: { podId: $podId }) { ${[POD, ...more].join('\n')} }
  }`

const one = async (podId) => (await gql(podQuery(), { podId })).pod
const large = async (podId) => (await gql(podQuery([DISK, 'gpuCount']), { podId })).pod

const make = async (name) => {
  const input = { name, imageName: 'nginx:1', gpuTypeId: 'NVIDIA L4', gpuCount: 1, containerDiskInGb: 20, volumeInGb: 0 }
  const data = await gql(
    'mutation ($input: PodFindAndDeployOnDemandInput) { podFindAndDeployOnDemand(input: $input) { id } }',
    { input },
  )
  return data.podFindAndDeployOnDemand.id
}

export async function main() {
  const id = await make('one')
  console.log(await list())
  console.log(await list({ withDisk: true }))
  console.log((await one(id)).name, (await large(id)).gpuCount)
}
