const ENDPOINT = `https://api.runpod.io/graphql?api_key=${process.env.RUNPOD_API_KEY}`

const post = async (query: string) => {
  const res = await fetch(ENDPOINT, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query }) })
  const { data, errors } = (await res.json()) as any
  if (errors) throw new Error(errors[0].message)
  return data
}

const FIELDS = `id name desiredStatus imageName costPerHr runtime { uptimeInSeconds ports { privatePort publicPort ip isIpPublic type } }`

export async function main() {
  const { podFindAndDeployOnDemand: pod } = await post(
    `mutation { podFindAndDeployOnDemand(input: { gpuTypeId: "NVIDIA L4", gpuCount: 1, cloudType: SECURE, name: "r", imageName: "busybox", ports: "8188/http,22/tcp", volumeInGb: 0, containerDiskInGb: 10 }) { id } }`,
  )
  const starting = (await post(`query { pod(input: { podId: "${pod.id}" }) { ${FIELDS} } }`)).pod
  console.log(starting.desiredStatus, starting.runtime === null)
  await new Promise((done) => setTimeout(done, 10_000))
  const data = await post(`query { myself { pods { ${FIELDS} } } }`)
  const ready = data.myself.pods.find(
    (one: any) => one.desiredStatus === 'RUNNING' && one.runtime?.ports.some((port: any) => port.privatePort === 8188),
  )
  console.log(ready?.name, ready?.imageName)
}
