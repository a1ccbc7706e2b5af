import { describe, expect, test } from 'vitest'
import { sandboxClient } from '../../../test/support/sandbox-client.ts'

const client = () => {
  const { call, ...rest } = sandboxClient()
  const ask = (query: string, variables?: unknown, headers: Record<string, string> = {}) =>
    call('POST', '/graphql', { query, variables }, headers)
  return { call, ask, ...rest }
}
const nobody = { authorization: '' }

describe('identity and money', () => {
  test('myself, with the key in the header or the URL; the header wins', async () => {
    const { call, ask } = client()
    expect((await ask('{ myself { id email } }')).body).toEqual({
      data: { myself: { id: 'user_sandbox', email: 'developer@sandbox.invalid' } },
    })
    const byUrl = await call(
      'POST',
      '/graphql?api_key=sandbox-key&operation=x',
      { query: '{ myself { id } }', variables: null },
      nobody,
    )
    expect(byUrl.body.data.myself.id).toBe('user_sandbox')
    const both = await call(
      'POST',
      '/graphql?api_key=sandbox-key',
      { query: '{ myself { id } }' },
      { authorization: 'Bearer wrong' },
    )
    expect(both.status).toBe(401)
  })

  test('nobody is null without an error; the catalog is for everybody', async () => {
    const { ask } = client()
    const { status, body } = await ask(
      '{ myself { id } gpuTypes { id } dataCenters { id, name, location, } }',
      null,
      nobody,
    )
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('errors')
    expect(body.data.myself).toBeNull()
    expect(body.data.gpuTypes.length).toBeGreaterThan(10)
  })

  test('balance and spend follow what runs', async () => {
    const { ask, call, clock } = client()
    await call('PUT', '/_sandbox/balance', { amount: 50 })
    await call('POST', '/v2/pods', {
      name: 'p',
      image: 'i',
      gpu: { id: 'NVIDIA GeForce RTX 4090', count: 2 },
    })
    await clock.advance(3_600_000)
    const { myself } = (
      await ask(
        '{ myself { clientBalance currentSpendPerHr spendLimit spendDetails { gpuComputePerHour localStoragePerHour networkStoragePerHour } serverlessDiscount { discountFactor } notifyLowBalance } }',
      )
    ).body.data
    expect(myself.clientBalance).toBeCloseTo(48.62, 2)
    expect(myself.spendDetails).toMatchObject({ gpuComputePerHour: 1.38, networkStoragePerHour: 0 })
    expect(myself).toMatchObject({ serverlessDiscount: null, notifyLowBalance: true })
  })
})

describe('secrets', () => {
  test('are created, listed and deleted; the value is nowhere', async () => {
    const { ask, call } = client()
    const create =
      'mutation ($input: SecretCreateInput!) { secretCreate(input: $input) { id name description } }'
    const made = await ask(create, { input: { name: 'TOKEN', value: 's3cret' } })
    expect(made.body.data.secretCreate).toMatchObject({ name: 'TOKEN', description: null })
    const again = await ask(create, { input: { name: 'TOKEN', value: 's3cret' } })
    expect(again).toMatchObject({
      status: 200,
      body: {
        data: { secretCreate: null },
        errors: [{ path: ['secretCreate'], extensions: { code: 'RUNPOD' } }],
      },
    })
    const listed = (await ask('{ myself { secrets { id name createdAt } } }')).body
    expect(listed.data.myself.secrets).toHaveLength(1)
    for (const type of ['ID!', 'String!']) {
      const remove = await ask(`mutation ($id: ${type}) { secretDelete(id: $id) }`, {
        id: made.body.data.secretCreate.id,
      })
      expect(remove.body.data.secretDelete).toBeNull()
      expect('errors' in remove.body).toBe(type === 'String!')
    }
    expect(JSON.stringify([listed, (await call('GET', '/_sandbox/requests')).body])).not.toContain('s3cret')
  })

  test('a read-only key and nobody are unauthorized', async () => {
    const { ask } = client()
    for (const headers of [nobody, { authorization: 'Bearer sandbox-readonly-key' }]) {
      const { status, body } = await ask(
        'mutation { secretCreate(input: { name: "a", value: "b" }) { id } }',
        null,
        headers,
      )
      expect({ status, message: body.errors[0].message, data: body.data }).toEqual({
        status: 200,
        message: 'Unauthorized',
        data: { secretCreate: null },
      })
    }
  })
})

describe('what only the legacy host can do', () => {
  const rent =
    'mutation ($input: PodRentInterruptableInput!) { podRentInterruptable(input: $input) { id imageName env machineId machine { podHostId } desiredStatus costPerHr podType ports } }'

  test('interruptible pods are rented, shown by v2 and resumed with a bid', async () => {
    const { ask, call } = client()
    const input = {
      bidPerGpu: 0.2,
      gpuTypeId: 'NVIDIA GeForce RTX 4090',
      gpuCount: 2,
      cloudType: 'ALL',
      imageName: 'i',
      ports: '22/tcp, 80/http',
      env: [{ key: 'A', value: '1' }],
    }
    const { podRentInterruptable: pod } = (await ask(rent, { input })).body.data
    expect(pod).toMatchObject({
      env: ['A=1'],
      desiredStatus: 'RUNNING',
      costPerHr: 0.4,
      podType: 'INTERRUPTABLE',
      ports: '22/tcp,80/http',
    })
    expect((await call('GET', `/v2/pods/${pod.id}`)).body).toMatchObject({ cloud: 'COMMUNITY', cost: 0.4 })
    await call('POST', `/v2/pods/${pod.id}/action`, { action: 'stop' })
    const resumed = await ask(
      'mutation { podBidResume(input: { podId: "' +
        pod.id +
        '", gpuCount: 2, bidPerGpu: 0.3 }) { id costPerHr } }',
    )
    expect(resumed.body.data.podBidResume.costPerHr).toBe(0.6)
  })

  test('capacity is refused in the words clients match', async () => {
    const { ask, call } = client()
    await call('PUT', '/_sandbox/capacity', { gpu: 'NVIDIA L4', count: 0 })
    const { status, body } = await ask(rent, {
      input: { bidPerGpu: 1, gpuTypeId: 'NVIDIA L4', imageName: 'i' },
    })
    expect(status).toBe(200)
    expect(body.errors[0].message).toContain('no longer any instances available')
  })

  test('registry credentials are updated in place', async () => {
    const { ask, call } = client()
    const { body } = await call('POST', '/v2/registries', { name: 'hub', username: 'a', password: 'b' })
    const update =
      'mutation ($input: UpdateRegistryAuthInput!) { updateRegistryAuth(input: $input) { id name } }'
    const answer = await ask(update, { input: { id: body.id, username: 'c', password: 'hunter2' } })
    expect(answer.body.data.updateRegistryAuth).toEqual(body)
    expect(JSON.stringify((await call('GET', '/_sandbox/requests')).body)).not.toContain('hunter2')
  })
})

describe('the legacy catalog', () => {
  test('a price is that of the whole shape', async () => {
    const { ask } = client()
    const query = `query ($id: String) { gpuTypes(input: { id: $id }) { displayName securePrice
      secure: lowestPrice(input: { gpuCount: 3, secureCloud: true }) { uninterruptablePrice stockStatus gpuTypeId }
      nowhere: lowestPrice(input: { gpuCount: 9, secureCloud: true }) { stockStatus } } }`
    expect((await ask(query, { id: 'NVIDIA GeForce RTX 4090' })).body.data.gpuTypes).toEqual([
      {
        displayName: 'RTX 4090',
        securePrice: 0.69,
        secure: { uninterruptablePrice: 2.07, stockStatus: 'High', gpuTypeId: 'NVIDIA GeForce RTX 4090' },
        nowhere: { stockStatus: null },
      },
    ])
    expect((await ask(query, { id: 'nothing' })).body.data.gpuTypes).toEqual([])
  })

  test('flavors, CPUs and countries', async () => {
    const { ask } = client()
    const { data } = (
      await ask(
        '{ cpuFlavors { id ramMultiplier diskLimitPerVcpu specifics(input: {}) { securePrice } } cpuTypes { id cores } countryCodes }',
      )
    ).body
    expect(data.cpuFlavors).toHaveLength(5)
    expect(data.countryCodes).toContain('IS')
  })
})

describe('the transport', () => {
  test.each([
    ['{ myself { id }', 'GRAPHQL_PARSE_FAILED'],
    ['{ listings { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ __schema { queryType { name } } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query ($input: NoSuchInput) { myself { id } }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s is 400 %s', async (query, code) => {
    const { ask } = client()
    const { status, body } = await ask(query)
    expect({ status, code: body.errors[0].extensions.code }).toEqual({ status: 400, code })
    expect(body).not.toHaveProperty('data')
  })

  test('variables that do not fit are 400, undeclared ones are ignored', async () => {
    const { ask } = client()
    const query = 'query ($input: GpuTypeFilter) { gpuTypes(input: $input) { id } }'
    expect((await ask(query, { input: 'text' })).body.errors[0].extensions.code).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    )
    expect((await ask(query, { GpuTypeFilter: { id: 'x' } })).status).toBe(200)
  })

  test('only JSON is taken, and only by POST', async () => {
    const { call } = client()
    const text = await call('POST', '/graphql', '{ myself { id } }', { 'content-type': 'text/plain' })
    expect(text.status).toBe(400)
    expect((await call('POST', '/graphql', '{broken')).status).toBe(400)
    expect((await call('POST', '/graphql', { query: 1 })).status).toBe(400)
    expect((await call('GET', '/graphql')).status).toBe(405)
  })

  test.each([
    ['gone', 410],
    ['html', 200],
    ['error', 502],
  ])('a host that is %s answers %i with a page', async (mode, status) => {
    const { ask, call } = client()
    await call('PUT', '/_sandbox/graphql', { mode })
    const answer = await ask('{ myself { id } }')
    expect(answer.status).toBe(status)
    expect(answer.body).toMatch(/^<!doctype html>/)
    await call('PUT', '/_sandbox/graphql', { mode: 'up' })
    expect((await ask('{ myself { id } }')).body.data.myself.id).toBe('user_sandbox')
  })

  test('a slow host waits on the sandbox clock, a dead one drops the connection', async () => {
    const { ask, call, clock, sandbox } = client()
    await call('PUT', '/_sandbox/graphql', { delayMs: 5000 })
    const slow = ask('{ myself { id } }')
    await clock.advance(5000)
    expect((await slow).status).toBe(200)
    await call('PUT', '/_sandbox/graphql', { mode: 'down' })
    const { url } = await sandbox.listen()
    await expect(fetch(`${url}/graphql`, { method: 'POST', body: '{}' })).rejects.toThrow()
    await sandbox.close()
  })
})
