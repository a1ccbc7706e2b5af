import axios from 'axios'

class RunpodError extends Error {
  constructor(message, status, retryable = false) {
    super(message)
    this.status = status
    this.retryable = retryable
  }
}

async function withRetry(work, tries = 3) {
  for (let left = tries - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !error.retryable) throw error
      console.log('again')
    }
  }
}

function buildError(error) {
  if (error instanceof RunpodError) return error
  if (!axios.isAxiosError(error)) return new RunpodError(String(error))
  const status = error.response?.status
  return new RunpodError(`answered ${status}`, status, (status ?? 500) >= 500)
}

const GRAPHQL = 'https://api.runpod.io/graphql'

const gql = (key, query, variables) =>
  withRetry(async () => {
    try {
      const { data } = await axios.post(
        GRAPHQL,
        { query, variables },
        { timeout: 30000, headers: { Authorization: `Bearer ${key}` } },
      )
      if (data.errors?.length) throw new RunpodError(data.errors.map(({ message }) => message).join('; '))
      return data.data
    } catch (error) {
      throw buildError(error)
    }
  })

const KEY = process.env.RUNPOD_API_KEY
const DEPLOY = `mutation ($input: PodFindAndDeployOnDemandInput) { podFindAndDeployOnDemand(input: $input) { id name } }`

const stopNamed = async (key, wanted) => {
  const { podStop } = await gql(key, 'mutation ($id: String!) { podStop(input: { podId: $id }) { desiredStatus } }', {
    id: (await gql(key, '{ myself { pods { id name } } }')).myself.pods.find(({ name }) => name === wanted).id,
  })
  return podStop.desiredStatus
}

const tell = async (work) => {
  try {
    console.log(await work())
  } catch (error) {
    console.log(error instanceof RunpodError, error.status)
  }
}

export async function main() {
  const input = { name: 'one', imageName: 'nginx:1', gpuTypeId: 'NVIDIA L4', gpuCount: 1, containerDiskInGb: 20, volumeInGb: 0 }
  await tell(async () => (await gql(KEY, DEPLOY, { input })).podFindAndDeployOnDemand.name)
  await tell(() => stopNamed(KEY, 'one'))
  await tell(async () => (await gql('not-a-key', '{ myself { pods { id } } }')).myself)
  await tell(() => gql(KEY, 'mutation ($id: String!) { podStop(input: { podId: $id }) { id } }', { id: 'gone' }))
}
