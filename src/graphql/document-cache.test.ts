import { expect, test } from 'vitest'
import { buildGraphqlSchema } from '../../mappings/graphql/schema.ts'
import { createDocumentCache } from './document-cache.ts'
import { documentLimits } from './limits.ts'

const listening = () => {
  const reads: boolean[] = []
  const prepare = createDocumentCache(
    buildGraphqlSchema(),
    documentLimits,
    ({ source }) => source,
    (hit) => {
      reads.push(hit)
    },
  )
  return { ask: (text: string) => prepare(text, undefined), reads }
}

test('a document is kept from the second time on', () => {
  const { ask, reads } = listening()
  const [first, second, third] = [0, 1, 2].map(() => ask('{ myself { id } }'))
  expect(reads).toEqual([false, false, true])
  expect(second).not.toBe(first)
  expect(third).toBe(second)
})

test('documents that are new each time push none out that is asked for again', () => {
  const { ask, reads } = listening()
  ask('{ myself { id } }')
  ask('{ myself { id } }')
  for (let number = 0; number < 3_000; number += 1) ask(`{ a${number}: myself { id } }`)
  ask('{ myself { id } }')
  expect(reads.at(-1)).toBe(true)
})

test('no more than so many are kept', () => {
  const { ask, reads } = listening()
  const texts = Array.from({ length: 900 }, (_unused, number) => `{ a${number}: myself { id } }`)
  for (const text of [...texts, ...texts]) ask(text)
  reads.length = 0
  for (const text of texts.toReversed()) ask(text)
  expect(reads.filter((hit) => hit)).toHaveLength(500)
})
