import { expect, test } from 'vitest'
import '../../../../mappings/graphql/resources.ts'
import { routes } from '../../../../mappings/v1/index.ts'
import { graphqlWords } from './other-words.ts'

const ofRest = [...new Set(routes.map(({ mapping }) => mapping))]

test('GraphQL has words of its own', () => {
  const words = ofRest.flatMap((mapping) => [...graphqlWords(mapping)])
  expect(words).toEqual(expect.arrayContaining(['gpuIds', 'dockerArgs', 'runtime']))
})

test.each(ofRest.map((mapping) => [mapping.id, mapping] as const))(
  '%s: REST v1 says none of them',
  (_, mapping) => {
    const own = mapping.read.plan.old.map((path) => path.split('.')[0])
    expect([...graphqlWords(mapping)].filter((word) => own.includes(word))).toEqual([])
  },
)
