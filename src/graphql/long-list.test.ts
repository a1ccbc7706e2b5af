import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildGraphqlSchema } from '../../mappings/graphql/schema.ts'
import { callOf } from '../../test/support/call.ts'
import { createGraphql } from './create-graphql.ts'
import { readDocument } from './document.ts'
import { documentLimits } from './limits.ts'
import { completeField, completeInParts, textAround, Written } from './long-list.ts'
import { includedWith } from './plan.ts'
import type { SelectedField } from './selected.ts'
import { compileSelection } from './selection.ts'

const schema = buildGraphqlSchema()

/** The first field of the first selection set below `myself`. */
const fieldOf = (text: string): SelectedField => {
  const read = readDocument(schema, text, documentLimits)
  const [operation] = read.operations
  if (!operation) throw new Error('no operation')
  const context = { fragments: read.fragments, included: includedWith({}) }
  const selection = compileSelection(schema.getQueryType() as never, [operation.selectionSet], context)
  return selection.fields[0]?.selection.fields[0] as SelectedField
}

/** Values as a careless service might answer them. */
const scalar = fc.oneof(fc.constant(null), fc.constant(undefined), fc.string(), fc.integer())
const items = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.record({ id: fc.string(), name: fc.string() }) },
    { weight: 3, arbitrary: fc.record({ id: scalar, name: scalar, gpuCount: scalar }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  { maxLength: 12 },
)

test.each([
  { text: '{ myself { pods { id name gpuCount } } }', faulty: true },
  { text: '{ myself { podTemplates { id name isServerless } } }', faulty: false },
])('a list in parts comes to what it comes to whole: $text', async ({ text, faulty }) => {
  const field = fieldOf(text)
  const seen = { faults: 0, nulls: 0 }
  await fc.assert(
    fc.asyncProperty(items, fc.integer({ min: 1, max: 5 }), async (list, size) => {
      const whole = completeField(field, list, {})
      const parts = await completeInParts(field, list, {}, size)
      seen.faults += whole.faults.length
      seen.nulls += whole.value === null ? 1 : 0
      const read = parts.value instanceof Written ? (JSON.parse(parts.value.text) as unknown) : parts.value
      expect(read).toEqual(JSON.parse(JSON.stringify(whole.value)))
      expect(parts.faults).toEqual(whole.faults)
      expect(parts.isLost).toBe(whole.isLost)
    }),
    { numRuns: 400 },
  )
  expect(seen.faults > 20).toBe(faulty)
  expect(seen.nulls > 5).toBe(faulty)
})

test('what is written already stands where it belongs', () => {
  const own = new Written('[1,2]')
  const text = textAround({ 'a"b': own, c: { d: own, e: [{ f: null }], g: null }, h: 'i' })
  expect(JSON.parse(text)).toEqual({ 'a"b': [1, 2], c: { d: [1, 2], e: [{ f: null }], g: null }, h: 'i' })
})

const pod = (number: number) => ({
  ...{ id: `p${number}`, name: 'n"},{"', image: 'i', ports: [], status: 'RUNNING', cost: 1 },
  env: { NOTE: 'x'.repeat(200) },
  gpu: { id: 'A40', count: 1 },
})

/** The answer to a document about so many pods, and whether another call had its turn before. */
const podsOf = async (count: number) => {
  const body = JSON.stringify({ pods: Array.from({ length: count }, (_none, at) => pod(at)) })
  const { handle } = createGraphql({
    v2: async () => ({ status: 200, headers: {}, body }),
    legacy: undefined,
    clock: { now: () => 0 },
  })
  let turns = 0
  let isOver = false
  const turn = (): void => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const query =
    '{ mine: myself { all: pods { id name desiredStatus env machine { id } } again: pods { id } } }'
  const answer = await handle(callOf('POST', '/graphql', { body: JSON.stringify({ query }) }))
  isOver = true
  const { data } = JSON.parse(answer.body ?? '') as { data: { mine: { all: object[]; again: object[] } } }
  return { status: answer.status, ...data.mine, turns }
}

test('a long list says of each pod what a short one does, and lets other calls have their turn', async () => {
  const short = await podsOf(500)
  expect(short.turns, 'five hundred are soon done').toBe(0)
  const long = await podsOf(3_000)
  expect(long.turns).toBeGreaterThan(20)
  expect(long.status).toBe(200)
  expect(long.all).toHaveLength(3_000)
  expect(long.all.slice(0, 500)).toEqual(short.all)
  expect(long.again.at(-1)).toEqual({ id: 'p2999' })
})
