import { expect, test } from 'vitest'
import { graphqlMutations } from '../../mappings/graphql/operations.ts'
import { routes } from '../../mappings/v1/index.ts'
import { nearestNames, nearestRoutes } from './nearest.ts'

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

test.each([
  ['GET', '/network-volumes', ['GET /v1/networkvolumes']],
  ['GET', '/pod', ['GET /v1/pods']],
  ['GET', '/pod/{…}', ['GET /v1/pods/{podId}']],
  ['PUT', '/endpoints', ['POST /v1/endpoints', 'GET /v1/endpoints']],
  ['GET', '/gputypes', ['GET /v2/catalog/gpus']],
  ['POST', '/gputypes', []],
  ['POST', '/pods/{…}/terminate', ['DELETE /v1/pods/{podId}']],
  ['POST', '/pod/{…}/resume', ['POST /v1/pods/{podId}/start']],
  ['DELETE', '/endpoints/{…}/delete', ['DELETE /v1/endpoints/{endpointId}']],
  ['GET', '/somewhere', []],
])('what %s %s may have meant', (method, path, nearest) => {
  expect([...nearestRoutes(method, path, routes)].sort()).toEqual([...nearest].sort())
})
