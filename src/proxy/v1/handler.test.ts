import { expect, test } from 'vitest'
import { routes } from '../../../mappings/v1/index.ts'
import { callOf } from '../../../test/support/call.ts'
import type { Send } from '../../upstream/contract.ts'
import { createCatalog } from '../catalog.ts'
import { defaultConfig } from '../config.ts'
import { createV1 } from './handler.ts'

const now = () => 0
const handler = (send: Send) =>
  createV1({ routes, config: defaultConfig, send, now, catalogFor: createCatalog({ now }) })

const pods = JSON.stringify({ pods: [{ id: 'a', gpu: { id: 'NVIDIA L4', count: 1 } }] })
const gpus = JSON.stringify({ gpus: [{ id: 'NVIDIA L4', name: 'L4', pool: null }] })
const kind: Send = async ({ path }) => ({
  status: 200,
  headers: {},
  body: path.includes('catalog') ? gpus : pods,
})

test('two hundred callers at once read the catalog once', async () => {
  const paths: string[] = []
  const v1 = handler(async (request) => {
    paths.push(request.path)
    return kind(request)
  })
  const answers = await Promise.all(Array.from({ length: 200 }, () => v1(callOf('GET', '/v1/pods'))))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(paths.filter((path) => path.includes('catalog'))).toHaveLength(1)
})

test('another key reads its own catalog', async () => {
  const keys: (string | undefined)[] = []
  const v1 = handler(async (request) => {
    if (request.path.includes('catalog')) keys.push(request.headers.authorization)
    return kind(request)
  })
  for (const key of ['one', 'two', 'one'])
    await v1(callOf('GET', '/v1/pods', { headers: { authorization: `Bearer ${key}` } }))
  expect(keys).toEqual(['Bearer one', 'Bearer two'])
})

test('hops are labelled by route, and a call by its operation even where it failed', async () => {
  const v1 = handler(kind)
  const call = callOf('GET', '/v1/pods/p1')
  await v1(call)
  expect(call.trace.upstream.map(({ route }) => route)[0]).toBe('/v2/pods/{id}')
  const broken = callOf('POST', '/v1/pods', { body: '{' })
  await v1(broken)
  expect(broken.trace.operation).toBe('v1.pods.create')
  const unknown = callOf('GET', '/v1/gpu-types')
  await v1(unknown)
  expect(unknown.trace.operation).toBe('v1.unknown')
})
