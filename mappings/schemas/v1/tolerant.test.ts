import { expect, test } from 'vitest'
import { leaves } from '../walk.ts'
import * as v1 from './index.ts'

const template = { name: 'a', imageName: 'i' }

test.each([
  ['numbers as strings', { volumeInGb: '20' }, { volumeInGb: 20 }],
  ['env as pairs', { env: [{ key: 'A', value: 'b' }] }, { env: { A: 'b' } }],
  ['ports as one string', { ports: '8888/http, 22/tcp' }, { ports: ['8888/http', '22/tcp'] }],
  ['the published shapes', { volumeInGb: 20, env: { A: 'b' } }, { volumeInGb: 20, env: { A: 'b' } }],
])('%s are taken and parsed to the published shape', (_name, given, parsed) => {
  expect(v1.TemplateCreate.parse({ ...template, ...given })).toEqual({ ...template, ...parsed })
})

test('limits hold for numbers written as strings', () => {
  expect(v1.EndpointCreate.safeParse({ templateId: 't', idleTimeout: '3601' }).success).toBe(false)
  expect(v1.EndpointCreate.parse({ templateId: 't', idleTimeout: '3600' }).idleTimeout).toBe(3600)
})

test.each(['', 'ten', '1e3', '0x10', '20GB', ' '])('%j is no whole number', (text) => {
  expect(v1.TemplateCreate.safeParse({ ...template, volumeInGb: text }).success).toBe(false)
})

test('what clients send beyond the document is listed with who was seen doing so', () => {
  const beyond = leaves(v1.PodCreate).filter(({ beyondSpec }) => beyondSpec !== undefined)
  expect(beyond.map(({ path }) => path)).toEqual(['dockerArgs', 'gpuTypeId', 'minCudaVersion', 'region'])
})

test('a field nobody knows is refused', () => {
  expect(v1.PodCreate.safeParse({ gpuTypeIdz: ['A'] }).success).toBe(false)
})
