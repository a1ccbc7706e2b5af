import { describe, expect, test } from 'vitest'
import { sandboxClient } from '../../../test/support/sandbox-client.ts'
import { redactGraphql } from './redact.ts'

describe('the request log', () => {
  test('shows what came, in order, and no key', async () => {
    const { call } = sandboxClient()
    await call('POST', '/v2/templates?api_key=sandbox-key&x=1&x=2', {
      name: 'a',
      image: 'b',
      env: { A: '1' },
    })
    await call('POST', '/v2/registries', { name: 'r', username: 'u', password: 'hunter2' })
    await call('GET', '/v2/templates', undefined, { authorization: 'Bearer wrong-key' })
    await call('POST', '/v2/templates', 'password=hunter2')
    const { body } = await call('GET', '/_sandbox/requests')
    expect(body.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v2/templates',
        query: { api_key: '[redacted]', x: ['1', '2'] },
        headers: { authorization: 'Bearer [redacted]' },
        body: { name: 'a', image: 'b', env: { A: '1' } },
      },
      { body: { name: 'r', username: 'u', password: '[redacted]' } },
      { method: 'GET', body: null },
      { body: '[unreadable]' },
    ])
    expect(JSON.stringify(body)).not.toMatch(/sandbox-key|wrong-key|hunter2/)
  })

  test('keeps the newest only', async () => {
    const { call } = sandboxClient({ logCapacity: 2 })
    for (const id of ['a', 'b', 'c']) await call('GET', `/v2/templates/${id}`)
    const { body } = await call('GET', '/_sandbox/requests')
    expect(body.requests.map((one: { path: string }) => one.path)).toEqual([
      '/v2/templates/b',
      '/v2/templates/c',
    ])
  })

  test('reset forgets log, state and quota', async () => {
    const { call } = sandboxClient({ quotas: { minute: 1 } })
    await call('POST', '/v2/templates', { name: 'a', image: 'b' })
    expect((await call('GET', '/v2/templates')).status).toBe(429)
    expect((await call('POST', '/_sandbox/reset')).status).toBe(204)
    expect((await call('GET', '/v2/templates')).body).toEqual({ templates: [] })
    expect((await call('GET', '/_sandbox/requests')).body.requests).toHaveLength(1)
  })
})

describe('GraphQL in the log', () => {
  test.each([
    [{ query: 'mutation { secretCreate(input: { name: "n", value: "s3cret" }) { id } }' }],
    [
      {
        query: 'mutation ($input: SecretCreateInput!) { secretCreate(input: $input) { id } }',
        variables: { input: { name: 'n', value: 's3cret' } },
      },
    ],
    [
      {
        query: 'mutation ($v: String!) { secretCreate(input: { name: "n", value: $v }) { id } }',
        variables: { v: 's3cret' },
      },
    ],
    [
      {
        query:
          'mutation { updateRegistryAuth(input: { id: "r", username: "n", password: """s3cret""" }) { id } }',
      },
    ],
    [{ query: 'mutation ($v: String = "s3cret") { secretCreate(input: { name: "n", value: $v }) { id } }' }],
    [{ query: 'mutation { secretCreate(input: { name: "n", value: "s3cret" ' }],
  ])('%o holds no secret', (body) => {
    const shown = JSON.stringify(redactGraphql(body))
    expect(shown).not.toContain('s3cret')
    if (!shown.includes('withheld')) expect(shown).toMatch(/\[redacted\]/)
  })

  test('values that are no secrets stay', () => {
    const body = {
      query: 'mutation { saveTemplate(input: { env: [{ key: "A", value: "1" }] }) { id } }',
      variables: null,
    }
    expect(redactGraphql(body)).toEqual(body)
  })
})

describe('faults', () => {
  test('every second request fails, before anything happened', async () => {
    const { call } = sandboxClient()
    await call('PUT', '/_sandbox/faults', {
      faults: [{ method: 'post', path: '/v2/*', every: 2, status: 503, detail: 'busy' }],
    })
    const statuses: number[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      statuses.push((await call('POST', '/v2/templates', { name, image: 'b' })).status)
    }
    expect(statuses).toEqual([201, 503, 201, 503])
    expect((await call('GET', '/v2/templates')).body.templates).toHaveLength(2)
    await call('DELETE', '/_sandbox/faults')
    expect((await call('POST', '/v2/templates', { name: 'e', image: 'b' })).status).toBe(201)
  })

  test('after: the template exists although the answer was lost, once', async () => {
    const { call } = sandboxClient()
    await call('PUT', '/_sandbox/faults', { faults: [{ when: 'after', status: 504, times: 1 }] })
    expect((await call('POST', '/v2/templates', { name: 'a', image: 'b' })).status).toBe(504)
    expect((await call('GET', '/v2/templates')).body.templates).toHaveLength(1)
  })

  test('latency waits on the sandbox clock', async () => {
    const { call, clock } = sandboxClient()
    await call('PUT', '/_sandbox/faults', { faults: [{ latencyMs: 3000 }] })
    let answered = false
    const slow = call('GET', '/v2/templates').then(() => {
      answered = true
    })
    await clock.advance(2999)
    expect(answered).toBe(false)
    await clock.advance(1)
    await slow
  })

  test('a gateway page instead of JSON', async () => {
    const { call } = sandboxClient({ unchecked: true })
    await call('PUT', '/_sandbox/faults', {
      faults: [{ status: 200, body: '<html>hello', contentType: 'text/html' }],
    })
    expect((await call('GET', '/v2/templates')).body).toBe('<html>hello')
  })

  test.each(['connection', 'body'] as const)('a cut %s breaks the answer', async (cut) => {
    const { sandbox, call } = sandboxClient()
    const { url } = await sandbox.listen()
    await call('PUT', '/_sandbox/faults', { faults: [{ path: '/v2/*', cut }] })
    const get = fetch(`${url}/v2/templates`, { headers: { authorization: 'Bearer sandbox-key' } })
    await expect(get.then((response) => response.text())).rejects.toThrow()
    await sandbox.close()
  })

  test('an unknown member is refused', async () => {
    const { call } = sandboxClient()
    const { body } = await call('PUT', '/_sandbox/faults', { faults: [{ latency: 1 }] })
    expect(body.errors).toEqual(["$.faults[0]: additional properties 'latency' not allowed"])
  })
})
