import { expect, test } from 'vitest'
import { createGraphql } from '../../src/graphql/create-graphql.ts'
import type { UpstreamRequest } from '../../src/upstream/contract.ts'
import { callOf } from '../support/call.ts'

test('a call without an id of its own still carries ours to both of GraphQL’s upstreams', async () => {
  const seen: UpstreamRequest[] = []
  const answering = (body: string) => async (request: UpstreamRequest) => {
    seen.push(request)
    return { status: 200, headers: {}, body }
  }
  const { handle } = createGraphql({
    v2: answering('{"templates":[]}'),
    legacy: answering('{"data":{"myself":{"email":"e"}}}'),
    clock: { now: () => 0 },
  })
  const query = '{ myself { email podTemplates { id } } }'
  await handle(callOf('POST', '/graphql', { body: JSON.stringify({ query }) }))
  expect(seen.map(({ path, headers }) => [path, headers['x-request-id']]).sort()).toEqual([
    ['/graphql', 'test'],
    ['/v2/templates', 'test'],
  ])
})
