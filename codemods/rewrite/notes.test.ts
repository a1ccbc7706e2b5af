import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIXTURES, rewriteCase } from '../../test/support/fixture-cases.ts'

const movedIn = (name: string): Record<string, string | undefined> =>
  Object.fromEntries(
    rewriteCase(join(FIXTURES, name), new Map())
      .notes.filter(({ v2 }) => v2 !== undefined)
      .map(({ v1, v2 }) => [v1, v2]),
  )

test('of a moved GraphQL call it is said which call of v2 does its work', () => {
  expect(movedIn('graphql/unread-fields')).toEqual({
    'myself.endpoints': 'GET /v2/serverless',
    'myself.pods': 'GET /v2/pods',
    gpuTypes: 'GET /v2/catalog/gpus',
    pod: 'GET /v2/pods/{id}',
  })
})

test('where an id decides it, both are', () => {
  expect(Object.values(movedIn('graphql/endpoint-set-back'))).toContain(
    'POST /v2/serverless or PATCH /v2/serverless/{id}',
  )
})

test('only a GraphQL helper that nobody can call is one to take out', () => {
  const { notes } = rewriteCase(join(FIXTURES, 'graphql/open-helper'), new Map())
  const helpers = notes.filter(({ rule }) => rule === 'graphql.helper')
  expect(helpers.map(({ line }) => line)).toEqual([30, 38, 48, 49])
  expect(helpers.filter(({ fix }) => fix === 'take it out').map(({ line }) => line)).toEqual([38])
})
