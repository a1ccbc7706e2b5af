import axios, { type AxiosRequestConfig } from 'axios'

const api = (path: string, options: AxiosRequestConfig = {}) =>
  axios({
    baseURL: 'https://rest.runpod.io/v1',
    url: path,
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
    ...options,
  }).then((r) => r.data)

const running = () => api('/pods', { params: { desiredStatus: 'RUNNING' } })

class Registries {
  private readonly http = axios.create({
    baseURL: 'https://rest.runpod.io/v1',
    headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
  })

  async add(name: string, username: string, password: string): Promise<string> {
    const { data } = await this.http.post('/containerregistryauth', { name, username, password })
    return data.id
  }

  async names(): Promise<string[]> {
    const res = await this.http.get<{ id: string; name: string }[]>('/containerregistryauth')
    return res.data.map(({ name }) => name)
  }

  remove = (id: string) => this.http.delete(`/containerregistryauth/${id}`)
}

export async function main() {
  const registries = new Registries()
  const id = await registries.add('hub', 'me', 'secret')
  console.log(await registries.names())
  await api('/pods', {
    method: 'POST',
    data: { name: 'private', imageName: 'me/private:1', gpuTypeIds: ['NVIDIA L4'], containerRegistryAuthId: id },
  })
  console.log((await running()).map((pod: { name: string; desiredStatus: string }) => [pod.name, pod.desiredStatus]))
  await registries.remove(id).then(({ status }) => console.log(status))
  try {
    await api('/pods/none')
  } catch (error) {
    if (axios.isAxiosError(error)) console.log(error.response?.status)
  }
}
