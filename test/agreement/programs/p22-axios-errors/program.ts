import axios from 'axios'

const http = axios.create({
  baseURL: 'https://rest.runpod.io/v1',
  headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
})

const said = (error: any) => error.response?.data?.message ?? error.message
const stop = (id: string) => http.post(`/pods/${id}/stop`).catch((error) => console.log('stop', said(error)))

const describe = ({ response: { data } = {} as any }: any) => data?.message ?? 'unknown'
const remove = (id: string) => http.delete(`/pods/${id}`)
async function removeAll(ids: string[]) {
  try {
    for (const id of ids) await remove(id)
  } catch (error) {
    console.log('remove', describe(error))
  }
}

const line = (answer?: { status: number; data?: { message?: string } }) =>
  answer ? `${answer.status} ${answer.data?.message ?? ''}` : 'no answer'
const guarded = async <T>(run: () => Promise<T>) => {
  try {
    return await run()
  } catch (error: any) {
    throw new Error(line(error.response))
  }
}

class ApiError extends Error {
  constructor(
    readonly status: number,
    body: any,
  ) {
    super(body?.message ?? 'failed')
  }
}
const failed = (error: any) => {
  throw new ApiError(error.response?.status, error.response?.data)
}
const volume = (id: string) => http.delete(`/networkvolumes/${id}`).then(() => true, failed)

async function check(id: string) {
  try {
    await http.delete(`/templates/${id}`)
  } catch (error: any) {
    const { response: { data: { message } } } = error
    console.log('template', message)
  }
}

export async function main() {
  await stop('nope')
  await removeAll(['nope'])
  await guarded(() => http.post('/pods/nope/start')).catch((error) => console.log('start', error.message))
  await volume('nope').catch((error) => console.log('volume', error.status, error.message))
  await check('nope')
}
