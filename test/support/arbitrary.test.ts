import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from '../../mappings/schemas/operation.ts'
import { contracts } from '../../mappings/schemas/operations.ts'
import * as v1 from '../../mappings/schemas/v1/index.ts'
import { arbitraryFor, parsedArbitraryFor } from './arbitrary.ts'

const PARTS = ['query', 'request', 'response'] as const

const shapes = (['v1', 'v2'] as const).flatMap((side) =>
  Object.entries<Operation>(contracts[side].operations).flatMap(([id, operation]) =>
    PARTS.flatMap((part): [string, z.ZodType][] => {
      const schema = operation[part]
      return schema === undefined ? [] : [[`${part} of ${id}`, schema]]
    }),
  ),
)

describe('what is generated is valid', () => {
  test.each(shapes)('%s', (_name, schema) => {
    fc.assert(
      fc.property(arbitraryFor(schema), (body) => schema.safeParse(body).success),
      { numRuns: 8 },
    )
  })
})

const some = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.sample(arbitrary, { numRuns: 200, seed: 7 })

test('optional keys come and go, nullable ones are null at times', () => {
  const pods = some(arbitraryFor(v1.PodCreate))
  expect(pods.some((pod) => 'volumeInGb' in pod)).toBe(true)
  expect(pods.some((pod) => !('volumeInGb' in pod))).toBe(true)
  expect(pods.some((pod) => pod.volumeInGb === null)).toBe(true)
})

test('shapes seen in the wild come too, unless they are not wanted', () => {
  expect(some(arbitraryFor(v1.TemplateCreate)).some(({ ports }) => typeof ports === 'string')).toBe(true)
  const published = some(arbitraryFor(v1.TemplateCreate, { beyondSpec: false }))
  expect(published.every(({ ports }) => ports === undefined || Array.isArray(ports))).toBe(true)
  expect(published.some((body) => 'dockerArgs' in body)).toBe(false)
})

test('parsed bodies hold the published shape only', () => {
  const parsed = some(parsedArbitraryFor(v1.TemplateCreate))
  expect(parsed.every(({ ports }) => ports === undefined || Array.isArray(ports))).toBe(true)
  expect(parsed.every(({ volumeInGb = 0 }) => typeof volumeInGb === 'number')).toBe(true)
})

test('a kind of schema without a generator is named', () => {
  expect(() => arbitraryFor(z.bigint())).toThrow(/no generator for a schema of type bigint/)
})
