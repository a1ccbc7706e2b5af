import { expect, test } from 'vitest'
import { together } from './together.ts'

type Doc = Record<string, unknown>

/** Answers of v2, with what the rows would have made of them. */
const samples: Record<string, readonly (readonly [v2: Doc, old: Doc])[]> = {
  'graphql.pods': [
    [{ status: 'RUNNING', createdAt: 'c', gpu: { id: 'g', memory: 48, vcpuCount: 8 } }, { runtime: {} }],
    [
      { status: 'EXITED', createdAt: 'c', cpu: { id: 'cpu3c' } },
      { lastStartedAt: 's', memoryInGb: 4, runtime: {} },
    ],
    [{ status: 'PROVISIONING', createdAt: 'c', gpu: { id: 'g' } }, { memoryInGb: 0 }],
  ],
  'graphql.sshKeys': [
    [{ keys: [] }, { pubKey: '' }],
    [{ keys: ['ssh-rsa A'] }, { pubKey: 'ssh-rsa A' }],
  ],
  'graphql.gpuTypes': [[{ maxCount: { secure: 8, community: 2 } }, {}]],
  'graphql.dataCenters': [
    [{ networkVolumeTypes: ['A'] }, {}],
    [{ networkVolumeTypes: [] }, {}],
  ],
  'graphql.endpoints': [
    [
      { gpu: { pools: ['ADA_24', 'AMPERE_16'], excludedTypes: ['NVIDIA L4'] } },
      { locations: '', networkVolumeId: '' },
    ],
    [{ gpu: { pools: ['ADA_24'] } }, { locations: 'EU-RO-1', networkVolumeId: 'v' }],
    [{ cpu: [{ id: 'cpu3c' }] }, {}],
  ],
}

test.each(Object.keys(together))('%s: the proxy and a program say the same', (id) => {
  expect(samples[id]?.length).toBeGreaterThan(0)
  for (const [v2, old] of samples[id] ?? [])
    for (const { field, of, source } of together[id] ?? []) {
      const printed = structuredClone(old)
      new Function('v2', 'old', source)(v2, printed)
      const value = of(v2, old)
      expect({ field, value: printed[field] }).toEqual({
        field,
        value: value === undefined ? old[field] : value,
      })
    }
})
