import fc from 'fast-check'
import { expect, test } from 'vitest'
import { routes } from '../../../mappings/v1/index.ts'
import { callOf } from '../../../test/support/call.ts'
import { createCatalog } from '../catalog.ts'
import { defaultConfig } from '../config.ts'
import { createV1 } from './handler.ts'
import { itemsOfPart, partsOf } from './long-list.ts'

/** What looks like the place between two items, and is none. */
const traps = fc.constantFrom('},{"', '},{', '}', '\\', '"', ']}', '}]}', 'a')
const texts = fc.oneof(traps, fc.string({ maxLength: 4 }))
const inner = fc.record({ a: texts, b: fc.array(fc.record({ c: texts }), { maxLength: 3 }) })
const flat = fc.array(fc.record({ id: texts }), { maxLength: 12 })
const deep = fc.array(fc.record({ id: texts, ports: fc.array(inner, { maxLength: 3 }) }), { maxLength: 8 })
const items = fc.oneof<fc.Arbitrary<object[]>[]>(flat, deep)

test('the parts of a list are the list, or one of them says that a cut was none', () => {
  const seen = { whole: 0, cut: 0 }
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 40 }), (list, size) => {
      const parts = partsOf(JSON.stringify({ list }), 'list', size)
      const read = parts?.map(itemsOfPart)
      if (!parts || read?.includes(undefined)) return
      seen.whole += 1
      if (parts.length > 1) seen.cut += 1
      expect(read?.flat()).toEqual(list)
    }),
    { numRuns: 3_000 },
  )
  expect(seen.cut).toBeGreaterThan(100)
})

test.each([
  '',
  '{"list":[]}',
  '{"list":[1,2,3]}',
  '{"list":[{"a":1},{"a":2}],"nextCursor":"c"}',
  '{"nextCursor":"c","list":[{"a":1},{"a":2}]}',
  '[{"a":1},{"a":2}]',
])('%s is not cut', (text) => expect(partsOf(text, 'list', 1)).toBeUndefined())

test.each([
  '{"list":[{"a":1},{"a":2',
  '{"list":[{"a":1},{"a":}]}',
  '{"list":[{"a":1},{"b":2},null,{"a":2}]}',
])('%s is refused by one of its parts, if it is cut at all', (text) => {
  const parts = partsOf(text, 'list', 1)
  expect(parts === undefined || parts.map(itemsOfPart).includes(undefined)).toBe(true)
})

const pod = (number: number, env: Record<string, string>) => ({
  ...{ id: `p${number}`, name: 'n', image: 'i', env, ports: [], status: 'RUNNING', cost: 1 },
  gpu: { id: 'A40', count: 1 },
  runtime: { ports: [{ type: 'tcp', ip: '1.2.3.4', internal: 22, external: 40022 }] },
})

/** The proxy's answer to a list of pods, and whether another call had its turn before. */
const listOf = async (pods: readonly object[]) => {
  const body = JSON.stringify({ pods })
  const gpus = JSON.stringify({ gpus: [{ id: 'A40', name: 'A 40' }] })
  const v1 = createV1({
    ...{ routes, config: defaultConfig, now: () => 0, catalogFor: createCatalog({ now: () => 0 }) },
    send: async ({ path }) => ({ status: 200, headers: {}, body: path === '/v2/pods' ? body : gpus }),
  })
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  const { status, body: text } = await v1(callOf('GET', '/v1/pods'))
  return { status, pods: JSON.parse(text ?? '') as { id: string; gpu: object }[], hadTurn }
}

test('a long list says of each item what a short one does, and lets other calls have their turn', async () => {
  const long = Array.from({ length: 3_000 }, (_none, at) => pod(at, { NOTE: '},{"'.repeat(at % 30) }))
  const { pods, hadTurn } = await listOf(long)
  expect(hadTurn).toBe(true)
  expect(pods).toHaveLength(3_000)
  expect((await listOf(long.slice(0, 500))).hadTurn, 'five hundred are soon done').toBe(false)
  const short = await listOf([long[7] as object])
  expect(short.hadTurn).toBe(false)
  expect(pods[7]).toEqual(short.pods[0])
  expect(pods[2_999]?.gpu).toEqual({ id: 'A40', count: 1, displayName: 'A 40' })
})

test('a long list whose cuts are none is answered whole', async () => {
  const ports = Array.from({ length: 9_000 }, (_none, at) => ({
    id: at,
    type: 'tcp',
    ip: '1.2.3.4',
    internal: at,
    external: at,
  }))
  const { status, pods } = await listOf([{ ...pod(1, {}), runtime: { ports } }, pod(2, {})])
  expect(status).toBe(200)
  expect(pods.map(({ id }) => id)).toEqual(['p1', 'p2'])
})

test('a catalog that fails holds a long list up once, not for each of its parts', async () => {
  const body = JSON.stringify({ pods: Array.from({ length: 3_000 }, (_none, at) => pod(at, {})) })
  let asked = 0
  const v1 = createV1({
    ...{ routes, config: defaultConfig, now: () => 0, catalogFor: createCatalog({ now: () => 0 }) },
    send: async ({ path }) => {
      if (path === '/v2/pods') return { status: 200, headers: {}, body }
      asked += 1
      // In the middle of the list it is well again: one answer names either all types or none.
      return asked === 1
        ? { status: 503, headers: {}, body: '' }
        : { status: 200, headers: {}, body: JSON.stringify({ gpus: [{ id: 'A40', name: 'A 40' }] }) }
    },
  })
  const answer = await v1(callOf('GET', '/v1/pods'))
  const pods = JSON.parse(answer.body ?? '') as { gpu: object }[]
  expect(asked).toBe(1)
  expect(new Set(pods.map(({ gpu }) => JSON.stringify(gpu))).size).toBe(1)
})
