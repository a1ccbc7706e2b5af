import { expect, test } from 'vitest'
import { UpstreamError } from '../upstream/contract.ts'
import { answerError, ProxyError, upstreamFailure } from './errors.ts'

const refused = new ProxyError('FIELD_REFUSED', 'interruptible: v2 has no spot pods', {
  at: 'interruptible',
  errors: ['$.interruptible'],
})

test.each([
  ['v1', 'application/json', { message: 'interruptible: v2 has no spot pods: $.interruptible' }],
  ['jobs', 'application/json', { error: 'interruptible: v2 has no spot pods: $.interruptible' }],
  [
    'graphql',
    'application/json',
    {
      errors: [
        {
          message: 'interruptible: v2 has no spot pods: $.interruptible',
          extensions: { code: 'FIELD_REFUSED' },
        },
      ],
    },
  ],
  [
    'v2',
    'application/problem+json',
    {
      type: 'urn:upshift:FIELD_REFUSED',
      title: 'A field has no safe v2 meaning',
      status: 400,
      detail: 'interruptible: v2 has no spot pods',
      errors: ['$.interruptible'],
    },
  ],
] as const)('an error is said in the %s dialect', (dialect, type, body) => {
  const answer = answerError(dialect, refused)
  expect(answer.status).toBe(400)
  expect(answer.headers['content-type']).toBe(type)
  expect(JSON.parse(answer.body ?? '')).toEqual(body)
})

test('headers of a refusal reach the caller', () => {
  const busy = new ProxyError('BUSY', 'Try later.', { headers: { 'retry-after': '1' } })
  expect(answerError('v1', busy).headers['retry-after']).toBe('1')
})

test('a write that may have happened says so, a call that never left says it is safe', () => {
  const lost = upstreamFailure(new UpstreamError('UPSTREAM_RESET', true), 'POST')
  expect(lost.status).toBe(502)
  expect(lost.message).toContain('may have taken effect')
  expect(upstreamFailure(new UpstreamError('UPSTREAM_RESET', true), 'GET').message).not.toContain('may have')
  expect(upstreamFailure(new UpstreamError('UPSTREAM_UNREACHABLE', false), 'POST').message).toContain('safe')
  expect(upstreamFailure(new UpstreamError('UPSTREAM_TIMEOUT', true), 'GET').status).toBe(504)
})
