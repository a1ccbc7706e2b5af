import axios from 'axios'

const api = axios.create({ baseURL: 'https://rest.runpod.io/v1/' })
api.interceptors.request.use((config) => {
  config.headers.Authorization = `Bearer ${process.env.RUNPOD_API_KEY}`
  return config
})
api.interceptors.response.use(
  (response) => response.data,
  (error) => Promise.reject(new Error(error.response?.data?.message ?? error.message)),
)

const whole = axios.create({ baseURL: 'https://rest.runpod.io/v1/', headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` } })
whole.interceptors.response.use((response) => response)

const odd = axios.create({ baseURL: 'https://rest.runpod.io/v1/', headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` } })
odd.interceptors.response.use((response) => ({ ok: true, body: response.data }))

export async function main() {
  const template = await api.post('templates', { name: 't', imageName: 'x', isServerless: true, containerDiskInGb: 5 })
  console.log(template.imageName, template.isServerless)
  const volume = await api.post('networkvolumes', { name: 'v', size: 10, dataCenterId: 'EU-RO-1' })
  console.log(volume.size, volume.dataCenterId)
  console.log((await api.patch(`networkvolumes/${volume.id}`, { size: 20 })).size)
  const registries = await api.get('containerregistryauth')
  console.log(registries.length, (await api.get('templates')).map(({ imageName }) => imageName))
  await api.get('templates/none').catch((error) => console.log(error.message))
  const { data } = await whole.get('networkvolumes')
  console.log(data.map(({ name, dataCenterId }) => [name, dataCenterId]))
  const { ok, body } = await odd.get('templates')
  console.log(ok, body.length)
  await odd.delete(`networkvolumes/${volume.id}`)
}
