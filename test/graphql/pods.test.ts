import { describe, expect, test } from 'vitest'
import type { UpstreamRequest } from '../../src/upstream/contract.ts'
import { UpstreamError } from '../../src/upstream/contract.ts'
import { answering, graphqlClient } from '../support/graphql-client.ts'

const PY_DEPLOY = `
    mutation {
      podFindAndDeployOnDemand(
        input: {
          name: "test", imageName: "runpod/stack", gpuTypeId: "NVIDIA GeForce RTX 4090", cloudType: ALL, startSsh: true, supportPublicIp: true, gpuCount: 1, volumeInGb: 20, containerDiskInGb: 10, minVcpuCount: 1, minMemoryInGb: 1, dockerArgs: "", ports: "8888/http,22/tcp", volumeMountPath: "/runpod-volume", env: [{ key: "A", value: "b=c" }]
        }
      ) {
        id
        desiredStatus
        imageName
        env
        machineId
        machine {
          podHostId
        }
      }
    }
    `

const none = {
  status: 400,
  headers: {},
  body: JSON.stringify({
    title: 'Bad Request',
    status: 400,
    detail:
      'There are no longer any instances available with the requested specifications. Please refresh and try again.',
  }),
}
const isCreate = ({ method, path }: UpstreamRequest) => method === 'POST' && path === '/v2/pods'

describe('a deploy', () => {
  test('as the Python client sends it', async () => {
    const { ask, sent } = graphqlClient()
    const { status, body, headers } = await ask(PY_DEPLOY)
    expect(body.errors).toBeUndefined()
    expect(status).toBe(200)
    expect(body.data.podFindAndDeployOnDemand).toMatchObject({
      desiredStatus: 'RUNNING',
      imageName: 'runpod/stack',
      env: expect.arrayContaining(['A=b=c']),
      machineId: '',
    })
    expect(sent.map(({ body }) => body)).toEqual([
      {
        name: 'test',
        image: 'runpod/stack',
        gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 },
        cloud: 'SECURE',
        startSsh: true,
        mounts: { persistent: { size: 20, path: '/runpod-volume' } },
        disk: 10,
        ports: ['8888/http', '22/tcp'],
        env: { A: 'b=c' },
      },
    ])
    expect(headers['upshift-notes']).toContain('supportPublicIp')
  })

  test('anywhere falls back to the other cloud only when v2 has no instances', async () => {
    let calls = 0
    const { ask, sent } = graphqlClient({
      intercept: (request) => (isCreate(request) && calls++ === 0 ? none : undefined),
    })
    const { body } = await ask(PY_DEPLOY)
    expect(body.data.podFindAndDeployOnDemand.id).toEqual(expect.any(String))
    expect(sent.map(({ body }) => (body as { cloud: string }).cloud)).toEqual(['SECURE', 'COMMUNITY'])
  })

  test('says v2’s sentence word for word when there are none anywhere', async () => {
    const { ask, lines } = graphqlClient({ intercept: (request) => (isCreate(request) ? none : undefined) })
    const { status, body } = await ask(PY_DEPLOY)
    expect(status).toBe(200)
    expect(body.data).toEqual({ podFindAndDeployOnDemand: null })
    expect(body.errors[0].message).toContain('There are no longer any instances available')
    expect(body.errors[0].extensions).toMatchObject({ code: 'RUNPOD', status: 400 })
    expect(lines()).toHaveLength(2)
  })

  test.each([
    [
      'a timeout',
      () => {
        throw new UpstreamError('UPSTREAM_TIMEOUT', true)
      },
    ],
    ['a 500', () => ({ status: 500, headers: {}, body: '{"title":"x","detail":"try again later"}' })],
    ['half an answer', () => ({ status: 201, headers: {}, body: '{"id":' })],
  ])('is never sent twice after %s', async (_name, outcome) => {
    const { ask, lines } = graphqlClient({
      intercept: (request) => (isCreate(request) ? outcome() : undefined),
    })
    const { status, body } = await ask(PY_DEPLOY)
    expect(status).toBe(200)
    expect(body.errors[0].message).toBe(
      'The outcome of podFindAndDeployOnDemand is unknown; list your pods before repeating it.',
    )
    expect(lines()).toHaveLength(1)
  })

  test('with a money guard goes to the legacy API, and is refused without it', async () => {
    const query =
      'mutation { podFindAndDeployOnDemand(input: { gpuTypeId: "A40", imageName: "i", stopAfter: "2027-01-01T00:00:00Z" }) { id } }'
    const alive = graphqlClient({
      legacy: answering(200, '{"data":{"podFindAndDeployOnDemand":{"id":"old"}}}'),
    })
    expect((await alive.ask(query)).body).toEqual({ data: { podFindAndDeployOnDemand: { id: 'old' } } })
    expect(alive.lines()).toEqual(['legacy POST /graphql'])
    const gone = graphqlClient({ legacy: answering(410, '') })
    const { body } = await gone.ask(query)
    expect(body.errors[0].message).toContain('stopAfter')
    expect(gone.lines()).toEqual(['legacy POST /graphql'])
    const cpu = graphqlClient({ legacy: 'none' })
    const guarded = await cpu.ask(
      'mutation { podFindAndDeployOnDemand(input: { instanceIds: ["cpu3c-2-4"], imageName: "i", terminateAfter: "2027-01-01T00:00:00Z" }) { id } }',
    )
    expect(guarded.body.errors[0].message).toContain('terminateAfter')
    expect(cpu.lines()).toEqual([])
  })

  test('of a CPU pod', async () => {
    const { ask, sent } = graphqlClient()
    const { body } = await ask(
      'mutation { deployCpuPod(input: { instanceId: "cpu3c-2-4", cloudType: SECURE, imageName: "ubuntu", name: "c", containerDiskInGb: 10 }) { id vcpuCount memoryInGb gpuCount machine { gpuTypeId } } }',
    )
    expect(body.errors).toBeUndefined()
    expect(body.data.deployCpuPod).toMatchObject({
      vcpuCount: 2,
      memoryInGb: 4,
      gpuCount: 0,
      machine: { gpuTypeId: '' },
    })
    expect(sent[0]?.body).toMatchObject({ cpu: { id: 'cpu3c', vcpuCount: 2 } })
  })
})

describe('a pod', () => {
  const deployed = async () => {
    const client = graphqlClient()
    const made = await client.ask(PY_DEPLOY)
    return { ...client, id: made.body.data.podFindAndDeployOnDemand.id as string }
  }

  test('is stopped, started, edited, read and terminated, each as often as one likes', async () => {
    const { ask, id } = await deployed()
    const stop = `mutation { podStop(input: {podId: "${id}"}) { id desiredStatus } }`
    expect((await ask(stop)).body).toEqual({ data: { podStop: { id, desiredStatus: 'EXITED' } } })
    expect((await ask(stop)).body).toEqual({ data: { podStop: { id, desiredStatus: 'EXITED' } } })
    const resume = `mutation { podResume(input: { podId: "${id}", gpuCount: 1 }) { id desiredStatus imageName env machineId machine { podHostId } } }`
    expect((await ask(resume)).body.data.podResume.desiredStatus).toBe('RUNNING')
    expect((await ask(resume)).body.data.podResume.desiredStatus).toBe('RUNNING')
    const two = await ask(`mutation { podResume(input: { podId: "${id}", gpuCount: 2 }) { id } }`)
    expect(two.body.errors[0].message).toContain('gpuCount')
    const edited = await ask(
      `mutation { podEditJob(input: { podId: "${id}", volumeInGb: 40, env: [{key: "N", value: "1"}] }) { id env volumeInGb volumeMountPath imageName } }`,
    )
    expect(edited.body.data.podEditJob).toMatchObject({
      env: ['N=1'],
      volumeInGb: 40,
      volumeMountPath: '/runpod-volume',
      imageName: 'runpod/stack',
    })
    const read = await ask(
      'query pod($input: PodFilter) { pod(input: $input) { id, ports, machine { gpuDisplayName, podHostId } PortType: podType runtime { ports { ip } } __typename } }',
      { input: { podId: id } },
    )
    expect(read.body.data.pod).toMatchObject({
      id,
      ports: '8888/http,22/tcp',
      machine: { gpuDisplayName: 'RTX 4090' },
      PortType: 'RESERVED',
      __typename: 'Pod',
    })
    const end = `mutation { podTerminate(input: {podId: "${id}"}) }`
    expect((await ask(end)).body).toEqual({ data: { podTerminate: null } })
    expect((await ask(end)).body.errors[0].message).toBe('pod not found to terminate')
    expect((await ask(`{ pod(input: {podId: "${id}"}) { id } }`)).body).toEqual({ data: { pod: null } })
  })

  test('is listed', async () => {
    const { ask, id, lines } = await deployed()
    const { body } = await ask(
      'query myPods { myself { pods { id, name, desiredStatus, costPerHr gpuCount memoryInGb machineId machine { id gpuTypeId location machineSystem { cudaVersion kernelVersion } } gpus { id } createdAt lastStartedAt volumeEncrypted gpuPowerLimitPercent } } }',
    )
    expect(body.errors).toBeUndefined()
    expect(body.data.myself.pods[0]).toMatchObject({ id, gpuCount: 1, gpus: [] })
    expect(lines().at(-1)).toBe('v2 GET /v2/pods?includeClusterPods=true')
  })
})
