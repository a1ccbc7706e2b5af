import { describe, expect, test } from 'vitest'
import { sandboxClient } from '../../../test/support/sandbox-client.ts'

const as = (key: string) => ({ authorization: `Bearer ${key}` })

describe('keys', () => {
  test.each([
    [{ authorization: '' }, 'missing bearer token'],
    [{ authorization: 'Basic c2FuZGJveA==' }, 'malformed bearer token'],
    [as('nobody'), 'invalid bearer token'],
    [as('__proto__'), 'invalid bearer token'],
  ])('%o is refused with a problem and no quota headers', async (headers, detail) => {
    const { call } = sandboxClient()
    const { status, body, headers: answered } = await call('GET', '/v2/templates', undefined, headers)
    expect(status).toBe(401)
    expect(body).toEqual({ title: 'Unauthorized', status: 401, detail })
    expect(answered.get('content-type')).toBe('application/problem+json')
    expect(answered.get('ratelimit')).toBeNull()
  })

  test('the read-only key reads what the full key made, and may not write', async () => {
    const { call } = sandboxClient()
    await call('POST', '/v2/templates', { name: 'a', image: 'b' })
    const list = await call('GET', '/v2/templates', undefined, as('sandbox-readonly-key'))
    expect(list.body.templates).toHaveLength(1)
    const refused = await call('POST', '/v2/templates', { name: 'c', image: 'd' }, as('sandbox-readonly-key'))
    expect(refused.body).toEqual({ title: 'Forbidden', status: 403, detail: 'access denied' })
    expect(refused.headers.get('ratelimit')).toMatch(
      /^"minute";r=\d+;t=60, "hour";r=\d+;t=3600, "day";r=\d+;t=86400$/,
    )
  })
})

describe('quotas', () => {
  test('the limited key has five requests a minute; the sixth waits for the window', async () => {
    const { call, clock } = sandboxClient()
    const get = () => call('GET', '/v2/templates', undefined, as('sandbox-limited-key'))
    expect((await get()).headers.get('ratelimit')).toMatch(/^"minute";r=4;t=60, /)
    await clock.advance(20_500)
    for (let round = 0; round < 4; round += 1) expect((await get()).status).toBe(200)
    const refused = await get()
    expect(refused.status).toBe(429)
    expect(refused.body.detail).toBe('rate limit exceeded for the minute window')
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(refused.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=40, /)
    expect(refused.headers.get('ratelimit-policy')).toMatch(/^"minute";q=5;w=60, "hour";q=100000000;w=3600, /)
    await clock.advance(39_500)
    expect((await get()).status).toBe(200)
  })

  test('a window of an hour outlasts its minutes and is the one named', async () => {
    const { call, clock } = sandboxClient({ quotas: { hour: 2 } })
    await call('GET', '/v2/templates')
    await clock.advance(61_000)
    await call('GET', '/v2/templates')
    const refused = await call('GET', '/v2/templates')
    expect(refused.body.detail).toBe('rate limit exceeded for the hour window')
    expect(refused.headers.get('retry-after')).toBe('3539')
  })

  test.each([404, 405, 422, 400])('a %i answer carries the quota too', async (status) => {
    const { call } = sandboxClient()
    const answers = {
      404: () => call('GET', '/v2/nothing'),
      405: () => call('PUT', '/v2/templates', {}),
      422: () => call('POST', '/v2/templates', {}),
      400: () => call('POST', '/v2/templates', '{"name":'),
    } as Record<number, () => ReturnType<typeof call>>
    const answer = await answers[status]?.()
    expect(answer?.status).toBe(status)
    expect(answer?.headers.get('ratelimit-policy')).toContain('"day";q=')
  })
})

describe('requests that are no requests', () => {
  test('a wrong method names the right ones', async () => {
    const { call } = sandboxClient()
    const { body, headers } = await call('DELETE', '/v2/templates')
    expect(body.title).toBe('Method Not Allowed')
    expect(headers.get('allow')).toBe('GET, POST')
  })

  test('a body over the limit is 413, declared or not', async () => {
    const { call, sandbox } = sandboxClient({ bodyLimit: 100 })
    expect((await call('POST', '/v2/templates', { name: 'a', image: 'x'.repeat(200) })).status).toBe(413)
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(`{"name":"a","image":"${'x'.repeat(200)}"}`))
        controller.close()
      },
    })
    const init = { method: 'POST', body: stream, duplex: 'half', headers: as('sandbox-key') }
    expect((await sandbox.app.request('/v2/templates', init as RequestInit)).status).toBe(413)
  })

  test('an empty body with a JSON content type is no error where none is needed, and 400 where one is', async () => {
    const { call } = sandboxClient()
    const made = await call('POST', '/v2/templates', { name: 'a', image: 'b' })
    expect((await call('DELETE', `/v2/templates/${made.body.id}`, '')).status).toBe(204)
    expect((await call('POST', '/v2/templates', '')).body.detail).toBe('request body is required')
  })
})
