import { expect, test } from 'vitest'
import { graphqlMutations } from '../../mappings/graphql/operations.ts'
import { nearestNames } from './nearest.ts'

const names = Object.keys(graphqlMutations)

test.each([
  ['createTemplate', ['saveTemplate']],
  ['updateEndpoint', ['saveEndpoint', 'updateEndpointTemplate']],
  ['removeTemplate', ['deleteTemplate']],
  ['terminatePod', ['podTerminate']],
  ['startPod', ['podResume', 'podBidResume']],
  ['podCreate', ['deployCpuPod', 'podFindAndDeployOnDemand']],
  ['somethingElse', []],
])('what %s may have meant', (name, nearest) => {
  expect([...nearestNames(name, names)].sort()).toEqual([...nearest].sort())
})
