import { z } from 'zod'
import { PodSchema, StateSchema, type Template, TemplateSchema } from './schemas'

const BASE = 'https://rest.runpod.io/v1'
const auth = { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}`, 'Content-Type': 'application/json' }

async function rest(path: string, init: RequestInit = {}): Promise<any> {
  const res = await fetch(`${BASE}${path}`, { headers: auth, ...init })
  if (!res.ok) throw new Error(`HTTP ${res.status}`)
  return res.json()
}

const lineOf = ({ name, imageName, containerDiskInGb: size }: Template) => `${name}: ${imageName}, ${size} GB`

async function made(name: string): Promise<Template> {
  const body = JSON.stringify({ name: `template-${name}`, imageName: `me/${name}:1`, containerDiskInGb: 25 })
  return TemplateSchema.parse(await rest('/templates', { method: 'POST', body }))
}

export async function main() {
  console.log(lineOf(await made('a')), lineOf(await made('b')))
  const templates = z.array(TemplateSchema).parse(await rest('/templates'))
  console.log(templates.filter((one) => !one.isServerless).map((one) => lineOf(one)))
  const pod = PodSchema.parse(
    await rest('/pods', {
      method: 'POST',
      body: JSON.stringify({ name: 'x', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'], ports: ['22/tcp'] }),
    }),
  )
  console.log(pod.imageName, pod.desiredStatus === 'RUNNING' ? 'up' : 'down')
  const state = StateSchema.parse(await rest(`/pods/${pod.id}`))
  console.log(state.desiredStatus)
}
