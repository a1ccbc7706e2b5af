import { expect, test } from 'vitest'
import type { z } from 'zod'
import * as v2 from './index.ts'

/** The rules a body breaks: `status path: message`. */
const broken = (schema: z.ZodType, body: unknown): string[] =>
  (schema.safeParse(body).error?.issues ?? []).map(
    (issue) =>
      `${issue.code === 'custom' ? issue.params?.status : issue.code} ${issue.path.join('.')}: ${issue.message}`,
  )

const gpuPod = { name: 'a', image: 'i', gpu: { id: 'g', count: 1 } }
const queue = { name: 'e', image: 'i', gpu: { pools: ['P'] }, type: 'QUEUE' }
const byDelay = { type: 'QUEUE_DELAY', queueDelay: 4 }
const byCount = { type: 'REQUEST_COUNT', requestCount: 4 }

test('bodies that keep the rules pass', () => {
  expect(broken(v2.PodCreate, gpuPod)).toEqual([])
  expect(broken(v2.PodCreate, { name: 'a', templateId: 't', cpu: { id: 'cpu5c', vcpuCount: 2 } })).toEqual([])
  expect(broken(v2.EndpointCreate, { ...queue, scaling: byDelay, workers: { idleTimeout: 5 } })).toEqual([])
  expect(broken(v2.EndpointCreate, { ...queue, type: 'LOAD_BALANCER', scaling: byCount })).toEqual([])
})

test('an image is required unless a template supplies it', () => {
  expect(broken(v2.PodCreate, { name: 'a', gpu: { id: 'g' } })).toEqual(["422 : missing property 'image'"])
  const { image, ...withoutImage } = { ...queue, scaling: byDelay }
  expect(broken(v2.EndpointCreate, withoutImage)).toEqual(["422 : missing property 'image'"])
  expect(broken(v2.EndpointCreate, { ...withoutImage, templateId: 't' })).toEqual([])
})

test('a pod and an endpoint run on exactly one of gpu and cpu', () => {
  const neither = { name: 'a', image: 'i' }
  const both = { ...gpuPod, cpu: { id: 'cpu5c', vcpuCount: 2 } }
  for (const body of [neither, both])
    expect(broken(v2.PodCreate, body)).toEqual(['400 : exactly one of gpu or cpu must be set'])
  expect(broken(v2.EndpointUpdate, { gpu: {}, cpu: [{ id: 'c', vcpuCount: 2 }] })).toEqual([
    '400 : gpu and cpu are mutually exclusive',
  ])
})

test('mounts are of one kind, none of them persistent on a CPU pod, and never cleared', () => {
  const persistent = { size: 20, path: '/a' }
  const network = [{ volumeId: 'v', path: '/b' }]
  expect(broken(v2.PodCreate, { ...gpuPod, mounts: { persistent, network } })).toEqual([
    '400 mounts: persistent and network mounts are mutually exclusive',
  ])
  const cpuPod = { name: 'a', image: 'i', cpu: { id: 'cpu5c', vcpuCount: 2 } }
  expect(broken(v2.PodCreate, { ...cpuPod, mounts: { persistent } })).toEqual([
    '400 mounts: a persistent mount is not available on CPU pods',
  ])
  expect(broken(v2.PodUpdate, { mounts: { network: [] } })).toEqual([
    '400 mounts.network: mounts cannot be cleared',
  ])
})

test('CUDA is an exact set or a floor; an empty set may go with a floor', () => {
  const pod = (cuda: object) => ({ ...gpuPod, gpu: { id: 'g', ...cuda } })
  expect(broken(v2.PodCreate, pod({ allowedCudaVersions: ['12.8'], minCudaVersion: '12.1' }))).toEqual([
    '400 gpu: allowedCudaVersions and minCudaVersion are mutually exclusive',
  ])
  expect(broken(v2.PodCreate, pod({ allowedCudaVersions: [], minCudaVersion: '12.1' }))).toEqual([])
  expect(broken(v2.EndpointGpuUpdate, { allowedCudaVersions: ['12.8'], minCudaVersion: '' })).toEqual([])
})

test('scaling fits the type of the endpoint', () => {
  expect(broken(v2.EndpointCreate, { ...queue, type: 'LOAD_BALANCER', scaling: byDelay })).toEqual([
    '422 scaling.type: a LOAD_BALANCER endpoint scales on REQUEST_COUNT',
  ])
  expect(broken(v2.EndpointCreate, { ...queue, scaling: byCount, workers: { idleTimeout: 5 } })).toEqual([
    '400 workers.idleTimeout: idleTimeout does not apply to a QUEUE endpoint that scales on REQUEST_COUNT',
  ])
})

test('excluded types go with pools and are listed once', () => {
  expect(broken(v2.EndpointGpuUpdate, { excludedTypes: ['A'] })).toEqual([
    "422 : 'excludedTypes' requires 'pools'",
  ])
  expect(broken(v2.EndpointGpuUpdate, { pools: ['P'], excludedTypes: ['A', 'A'] })).toEqual([
    '422 excludedTypes: items must be unique',
  ])
})

test('a template takes no network mount, and no body a field v2 does not know', () => {
  const template = { name: 't', image: 'i' }
  expect(v2.TemplateCreate.safeParse({ ...template, mounts: { network: [] } }).success).toBe(false)
  expect(v2.TemplateCreate.safeParse({ ...template, imageName: 'i' }).success).toBe(false)
  expect(v2.TemplateCreate.safeParse(template).success).toBe(true)
})

test('updates of volumes and clusters change something', () => {
  for (const schema of [v2.NetworkVolumeUpdate, v2.ClusterUpdate])
    expect(broken(schema, {})).toEqual(['422 : at least one property is required'])
})

test('filters of availability come with it, and it with a product', () => {
  expect(broken(v2.GpuTypeQuery, { include: ['AVAILABILITY'] })).toEqual([
    '400 product: product is required with include=AVAILABILITY, and valid only with it',
  ])
  expect(broken(v2.GpuTypeQuery, { countryCodes: ['FR'] })).toEqual([
    '400 countryCodes: countryCodes is valid only with include=AVAILABILITY',
  ])
  expect(broken(v2.GpuTypeQuery, { include: ['AVAILABILITY'], product: ['POD'], count: 2 })).toEqual([])
})

test('billing is asked for by a window or by the last buckets', () => {
  expect(broken(v2.PodBillingQuery, { lastN: 3, startTime: '2026-01-01T00:00:00Z' })).toEqual([
    '400 lastN: lastN and startTime/endTime are mutually exclusive',
  ])
})
