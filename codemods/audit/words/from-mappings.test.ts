import { expect, test } from 'vitest'
import { mappingVocabulary } from './mapping-vocabulary.ts'

const { fields } = mappingVocabulary()
const fact = (rule: string) => fields.find((one) => one.rule === rule)

test('a field of which one case takes none is said to go where the others put it', () => {
  expect(fact('v1.endpoints.create.idleTimeout')).toMatchObject({
    v2: 'workers.idleTimeout',
    why: expect.stringMatching(/^v2 calls it `workers\.idleTimeout`; not in every case: v2 takes none /),
  })
})

test('a field with several places in v2 is said to have them all', () => {
  expect(fact('v1.endpoints.create.scalerValue')).toMatchObject({
    v2: 'scaling.queueDelay | scaling.requestCount',
    why: 'v2 calls it `scaling.queueDelay` or `scaling.requestCount`, by what is said beside it',
  })
  expect(fact('v1.pods.create.volumeMountPath')?.v2).toBe('mounts.network.0.path | mounts.persistent.path')
})
