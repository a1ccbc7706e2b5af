const GRAPHQL = 'https://api.runpod.io/graphql'

async function gql(key, query) {
  const res = await fetch(`${GRAPHQL}?api_key=${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return res.json()
}

export async function resume(key, id) {
  const r = await gql(key, `mutation { podResume(input: { podId: "${id}", gpuCount: 1 }) { id desiredStatus } }`)
  return r.data?.podResume ?? { error: 'failed' }
}

export async function stop(key, id) {
  const r = await gql(key, `mutation { podStop(input: { podId: "${id}" }) { id desiredStatus } }`)
  if (r.errors) throw new Error(r.errors[0].message)
  return r.data.podStop
}

export async function terminate(key, id) {
  await gql(key, `mutation { podTerminate(input: { podId: "${id}" }) }`)
}

export async function deploy(key, image) {
  const r = await gql(
    key,
    `mutation { podFindAndDeployOnDemand(input: { cloudType: SECURE, gpuCount: 1, gpuTypeId: "NVIDIA L4", name: "x", imageName: "${image}", volumeInGb: 20, containerDiskInGb: 20, volumeMountPath: "/workspace", ports: "22/tcp" }) { id } }`,
  )
  return r.data.podFindAndDeployOnDemand.id
}

export async function main() {
  const key = process.env.RUNPOD_API_KEY
  const id = await deploy(key, 'busybox')
  await new Promise((done) => setTimeout(done, 10_000))
  console.log(Object.keys(await stop(key, id)).sort())
  console.log((await stop(key, id)).desiredStatus)
  console.log(Object.keys(await resume(key, id)).sort())
  await new Promise((done) => setTimeout(done, 10_000))
  await terminate(key, id)
}
