const RESUME = 'mutation ($podId: String!) { podResume(input: { podId: $podId }) { id desiredStatus } }'
const STOP = 'mutation ($podId: String!) { podStop(input: { podId: $podId }) { id desiredStatus } }'
interface Powered { podResume?: { id: string; desiredStatus: string }; podStop?: { id: string; desiredStatus: string } }

async function ask<T>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
  const response = await fetch('https://api.runpod.io/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: T; errors?: { message: string }[] }
  if (errors) throw new Error(errors[0]?.message)
  return data
}
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
async function patiently<T>(query: string, variables: Record<string, unknown>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask<T>(query, variables)
    } catch (error) {
      console.log('failed', attempt, (error as Error).message)
      if (attempt > 1) throw error
      await wait(1000)
    }
  }
}
async function power(podId: string, on: boolean) {
  const document = on ? RESUME : STOP
  const data = await ask<Powered>(document, { podId })
  return on ? data.podResume?.desiredStatus : data.podStop?.desiredStatus
}
const settle = (podId: string, on: boolean) => patiently<Powered>(on ? RESUME : STOP, { podId })

class Account {
  constructor(private readonly name: string, readonly key: string) {}
  async ask<T>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
    const response = await fetch('https://api.runpod.io/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${this.key}` },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as { data: T; errors?: { message: string }[] }
    if (errors) throw new Error(errors[0]?.message)
    return data
  }
  async end(podId: string) {
    const spare = new Account('spare', 'sandbox-key')
    await spare.ask('mutation ($podId: String!) { podTerminate(input: { podId: $podId }) }', { podId })
  }
}

export const main = async () => {
  const { podFindAndDeployOnDemand: pod } = await ask<{ podFindAndDeployOnDemand: { id: string } }>(
    'mutation ($input: PodFindAndDeployOnDemandInput!) { podFindAndDeployOnDemand(input: $input) { id } }',
    { input: { name: 'x', imageName: 'runpod/base:1', gpuTypeId: 'NVIDIA L4', gpuCount: 1, cloudType: 'SECURE', containerDiskInGb: 10 } },
  )
  console.log(await power(pod.id, false), await power(pod.id, true))
  console.log(await settle(pod.id, false))
  try {
    await settle('nope', true)
  } catch (error) {
    console.log('gave up', (error as Error).message)
  }
  const account = new Account('main', 'bad-key')
  await account.end(pod.id)
  console.log((await ask<{ myself: { pods: { id: string }[] } }>('{ myself { pods { id } } }')).myself.pods.length)
}
