import axios from 'axios'

const http = axios.create({
  baseURL: 'https://rest.runpod.io/v1',
  headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
})

export const act = async (id: string, verb: 'start' | 'stop') => {
  const { data } = await http.post(`/pods/${id}/${verb}`)
  return data.desiredStatus as string
}

export const restart = (id: string) => http.post(`/pods/${id}/restart`, {})

export async function main() {
  const { data: pod } = await http.post('/pods', { name: 'p', imageName: 'busybox', gpuTypeIds: ['NVIDIA A40'], ports: [] })
  await new Promise((done) => setTimeout(done, 10_000))
  console.log(await act(pod.id, 'stop'))
  console.log(await act(pod.id, 'start'))
  await new Promise((done) => setTimeout(done, 10_000))
  const again = await restart(pod.id)
  console.log(again.status, again.data.id === pod.id)
  console.log((await http.delete(`/pods/${pod.id}`)).status)
}
