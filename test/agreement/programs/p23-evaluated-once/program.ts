const KEY = process.env.RUNPOD_API_KEY ?? ''
let count = 0
const next = (): string => {
  count += 1
  return `x${count}`
}

async function gql<T = any>(query: string, variables?: Record<string, unknown>): Promise<T> {
  const response = await fetch('https://api.runpod.io/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as any
  if (errors) throw new Error(errors[0]?.message)
  return data
}

const deploy = async (): Promise<string> =>
  (await gql(`mutation { podFindAndDeployOnDemand(input: { name: "x", imageName: "i", gpuTypeId: "NVIDIA L4", gpuCount: 1, cloudType: SECURE, containerDiskInGb: 20 }) { id } }`)).podFindAndDeployOnDemand.id

export async function main() {
  const named = await gql(
    `mutation($n: String!) { saveTemplate(input: { name: $n, imageName: $n, containerDiskInGb: 5, volumeInGb: 0, dockerArgs: "", env: [] }) { name imageName } }`,
    { n: next() },
  )
  console.log(named.saveTemplate)
  const twice = await gql(
    `query($id: String!) { a: pod(input: { podId: $id }) { name } b: pod(input: { podId: $id }) { name } }`,
    { id: await deploy() },
  )
  console.log(twice)
  const ordered = await gql(
    `mutation($b: String!, $a: String!) { saveTemplate(input: { name: $b, imageName: $a, containerDiskInGb: 5, volumeInGb: 0, dockerArgs: "", env: [] }) { name imageName } }`,
    { a: next(), b: next() },
  )
  console.log(ordered.saveTemplate)
  const unused = await gql(`query { myself { pods { name } } }`, { id: await deploy() })
  console.log(unused.myself.pods.length)
  const mixed = await gql(`query($id: String!) { myself { id } pod(input: { podId: $id }) { name } }`, { id: await deploy() })
  console.log(mixed.pod.name)
  const id = await deploy()
  await gql(
    `mutation($a: String!, $b: String!) { one: podStop(input: { podId: $a }) { id } two: podStop(input: { podId: $b }) { id } }`,
    { a: id, b: await deploy() },
  )
  const before = `mutation { saveTemplate(input: { name: "${next()}", imageName: "i", containerDiskInGb: 5, volumeInGb: 0, dockerArgs: "", env: [] }) { name } }`
  next()
  console.log(await gql(before))
  let which = id
  const kept = `{ pod(input: { podId: "${which}" }) { id } }`
  which = 'other'
  console.log((await gql(kept)).pod.id === id, which)
  // While the second id is waited for, nobody would hear that the first call failed
  const apart = await gql(
    `query($a: String!, $b: String!) { a: pod(input: { podId: $a }) { name } b: pod(input: { podId: $b }) { name } }`,
    { a: id, b: await deploy() },
  )
  console.log(apart)
  // What does nothing may be said where it is wanted
  const plain = await gql(
    `mutation($n: String!, $d: Int!) { saveTemplate(input: { name: $n, imageName: $n, containerDiskInGb: $d, volumeInGb: 0, dockerArgs: "", env: [] }) { name imageName } }`,
    { n: 'a'.toUpperCase(), d: Math.max(3, 5) },
  )
  console.log(plain.saveTemplate)
}
