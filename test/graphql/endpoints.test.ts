import { expect, test } from 'vitest'
import { graphqlClient } from '../support/graphql-client.ts'

const PY_ENDPOINT = `
    mutation {
        saveEndpoint(
            input: {
                name: "e -fb", templateId: "TEMPLATE", gpuIds: "AMPERE_16,-NVIDIA RTX A4000", networkVolumeId: "", locations: "", idleTimeout: 5, scalerType: "QUEUE_DELAY", scalerValue: 4, workersMin: 0, workersMax: 3, gpuCount: 1
            }
        ) {
            id
            name
            templateId
            gpuIds
            networkVolumeId
            locations
            idleTimeout
            scalerType
            scalerValue
            workersMin
            workersMax
            flashBootType type gpuCount computeType
        }
    }
    `

test('an endpoint is made, changed, listed and deleted', async () => {
  const { ask, rest, sent } = graphqlClient()
  const template = await rest('POST', '/v2/templates', { name: 't', image: 'i', serverless: true })
  const made = await ask(PY_ENDPOINT.replace('TEMPLATE', template.id))
  expect(made.body.errors).toBeUndefined()
  const { id } = made.body.data.saveEndpoint
  expect(made.body.data.saveEndpoint).toMatchObject({
    templateId: template.id,
    gpuIds: 'AMPERE_16,-NVIDIA RTX A4000',
    networkVolumeId: null,
    locations: null,
    idleTimeout: 5,
    scalerType: 'QUEUE_DELAY',
    scalerValue: 4,
    workersMax: 3,
    flashBootType: 'FLASHBOOT',
    type: 'QB',
    gpuCount: 1,
    computeType: 'GPU',
  })
  expect(sent[0]?.body).toEqual({
    name: 'e -fb',
    type: 'QUEUE',
    templateId: template.id,
    gpu: { pools: ['AMPERE_16'], excludedTypes: ['NVIDIA RTX A4000'], count: 1 },
    scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
    workers: { min: 0, max: 3, idleTimeout: 5 },
    flashboot: 'FLASHBOOT',
  })
  const changed = await ask(
    'mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id workersMax scalerValue gpuIds } }',
    { input: { id, name: 'e', gpuIds: 'AMPERE_16', workersMax: 2, scalerValue: 7 } },
  )
  expect(changed.body).toEqual({
    data: { saveEndpoint: { id, workersMax: 2, scalerValue: 7, gpuIds: 'AMPERE_16' } },
  })
  const list = await ask(
    '{ myself { endpoints { id name pods { id desiredStatus } version env { key value } template { imageName id } } endpoint(id: "no") { id } } }',
  )
  expect(list.body.errors).toBeUndefined()
  expect(list.body.data.myself.endpoint).toBeNull()
  expect(list.body.data.myself.endpoints[0]).toMatchObject({
    id,
    name: 'e',
    template: { imageName: 'i', id: null },
  })
  expect((await ask(`mutation { deleteEndpoint(id: "${id}") }`)).body).toEqual({
    data: { deleteEndpoint: null },
  })
})

test('a load balancer scales on requests', async () => {
  const { ask, sent } = graphqlClient()
  const { body } = await ask(
    'mutation { saveEndpoint(input: { name: "l", type: "LB", gpuIds: "AMPERE_16", template: { imageName: "i", containerDiskInGb: 5, env: [{key: "A", value: "t"}] }, env: [{key: "B", value: "e"}], scalerType: "QUEUE_DELAY", scalerValue: 3 }) { id type scalerType scalerValue env { key value } } }',
  )
  expect(body.errors).toBeUndefined()
  expect(sent[0]?.body).toMatchObject({
    type: 'LOAD_BALANCER',
    image: 'i',
    disk: 5,
    env: { A: 't', B: 'e' },
    scaling: { type: 'REQUEST_COUNT', requestCount: 3 },
  })
  expect(body.data.saveEndpoint).toMatchObject({ type: 'LB', scalerType: 'REQUEST_COUNT', scalerValue: 3 })
})
