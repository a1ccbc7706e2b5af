import { expect, test } from 'vitest'
import { createGraphql } from '../../src/graphql/create-graphql.ts'
import { createCatalog } from '../../src/proxy/catalog.ts'
import { callOf } from '../support/call.ts'

test('what is worked out about a key for the catalog is kept with the connection the document came over', async () => {
  const carriers: unknown[] = []
  const inner = createCatalog({ now: () => 0 })
  const { handle } = createGraphql({
    v2: async () => ({ status: 200, headers: {}, body: '{"gpus":[]}' }),
    legacy: undefined,
    catalog: (send, key, carrier) => {
      carriers.push(carrier)
      return inner(send, key, carrier)
    },
    clock: { now: () => 0 },
  })
  const carrier = {}
  const body = JSON.stringify({ query: '{ gpuTypes { id } }' })
  await handle({ ...callOf('POST', '/graphql', { body }), carrier })
  expect(carriers).toEqual([carrier])
})
