import { z } from 'zod'

const BASE = 'https://rest.runpod.io/v1'
const auth = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function rest<T>(path: string, schema: z.ZodType<T>, init: RequestInit = {}): Promise<T> {
  const res = await fetch(`${BASE}${path}`, { headers: auth, ...init })
  if (!res.ok) throw new Error(`HTTP ${res.status}`)
  return schema.parse(await res.json())
}

async function careful<T>({ path, schema }: { path: string; schema: z.ZodType<T> }): Promise<T | undefined> {
  const res = await fetch(`${BASE}${path}`, { headers: auth })
  const parsed = schema.safeParse(await res.json())
  return parsed.success ? parsed.data : undefined
}

const Pod = z.object({
  id: z.string(),
  name: z.string(),
  imageName: z.string(),
  desiredStatus: z.enum(['RUNNING', 'EXITED', 'TERMINATED']),
})

const create = (name: string) => {
  const body = JSON.stringify({ name, imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], gpuCount: 1 })
  return rest('/pods', Pod, { method: 'POST', body })
}

export async function main() {
  const pod = await create('one')
  console.log(pod.name, pod.imageName, pod.desiredStatus)
  await create('two')
  console.log((await rest('/pods', z.array(Pod))).map(({ name, desiredStatus }) => `${name} ${desiredStatus}`))
  console.log((await rest('/pods?name=two', Pod.pick({ imageName: true, desiredStatus: true }).array())).length)
  const stopped = await rest(`/pods/${pod.id}/stop`, Pod, { method: 'POST', body: JSON.stringify({}) })
  console.log(stopped.desiredStatus)
  console.log((await careful({ path: `/pods/${pod.id}`, schema: Pod }))?.desiredStatus)
  console.log((await careful({ path: '/pods', schema: Pod })) === undefined ? 'refused' : 'taken')
}
