const BASE_URL = 'https://rest.runpod.io/v1'
const headers = () => ({ Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' })

const post = (path: string, body: unknown) =>
  fetch(`${BASE_URL}${path}`, { method: 'POST', headers: headers(), body: JSON.stringify(body) }).then((r) => r.json() as any)
const get = (path: string) => fetch(`${BASE_URL}${path}`, { headers: headers() }).then((r) => r.json() as any)

export async function main() {
  const template = await post('/templates', {
    name: 'base',
    imageName: 'busybox',
    containerDiskInGb: 15,
    volumeInGb: 20,
    volumeMountPath: '/models',
    ports: ['8080/http'],
    env: { A: '1' },
    isPublic: false,
  })
  console.log(template.name, template.imageName, template.volumeMountPath)
  await fetch(`${BASE_URL}/templates/${template.id}`, {
    method: 'PATCH',
    headers: headers(),
    body: JSON.stringify({ imageName: 'busybox:2', containerDiskInGb: 25 }),
  })
  const read = await get(`/templates/${template.id}`)
  console.log(read.imageName, read.containerDiskInGb)
  const pod = await post('/pods', { name: 'from-template', templateId: template.id, gpuTypeIds: ['NVIDIA L4'] })
  console.log(pod.name, pod.image, pod.templateId === template.id)
}
