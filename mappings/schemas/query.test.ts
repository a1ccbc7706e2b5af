import { expect, test } from 'vitest'
import { queryValues } from './query.ts'
import * as v1 from './v1/index.ts'
import * as v2 from './v2/index.ts'

const v1Pods = (query: string) =>
  v1.PodListQuery.safeParse(queryValues(v1.PodListQuery, new URLSearchParams(query)))

test('lists come by repeating the parameter, and one value is a list too', () => {
  expect(v1Pods('gpuTypeId=A&gpuTypeId=B').data).toEqual({ gpuTypeId: ['A', 'B'] })
  expect(v1Pods('gpuTypeId=A').data).toEqual({ gpuTypeId: ['A'] })
})

test('v2 separates by commas', () => {
  const values = queryValues(
    v2.DataCenterListQuery,
    new URLSearchParams('regions=EUROPE,ASIA&globalNetwork=false'),
    'comma',
  )
  expect(v2.DataCenterListQuery.parse(values)).toEqual({ regions: ['EUROPE', 'ASIA'], globalNetwork: false })
})

test('every filter of v1 may be given more than once', () => {
  expect(v1Pods('name=a&name=b&id=x&desiredStatus=EXITED').data).toEqual({
    name: ['a', 'b'],
    id: ['x'],
    desiredStatus: ['EXITED'],
  })
})

test('booleans and numbers are read in the ways clients write them', () => {
  expect(v1Pods('includeMachine=True&includeWorkers=false').data).toEqual({
    includeMachine: true,
    includeWorkers: false,
  })
  const values = queryValues(v2.LogQuery, new URLSearchParams('tail=50&source=system'))
  expect(v2.LogQuery.parse(values)).toEqual({ tail: 50, source: 'system' })
})

test('what cannot be read stays as written and is refused by name', () => {
  const result = v1Pods('includeMachine=yes&desiredStatus=LOST')
  expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual(['includeMachine', 'desiredStatus'])
  expect(v2.LogQuery.safeParse(queryValues(v2.LogQuery, new URLSearchParams('tail='))).success).toBe(false)
})

test('unknown parameters are left out, and none is inherited', () => {
  expect(v1Pods('colour=red&__proto__=x&constructor=y').data).toEqual({})
})
