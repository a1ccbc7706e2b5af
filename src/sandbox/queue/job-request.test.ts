import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJobRequest, parseTtl, parseWait } from './job-request.ts'

const refusal = (body: unknown): string => {
  try {
    parseJobRequest(body)
  } catch (error) {
    return String(error)
  }
  return 'accepted'
}

describe('parseJobRequest', () => {
  test('takes input alone, and keeps it as it came', () => {
    expect(parseJobRequest({ input: { a: { b: [1, null] } } }).input).toEqual({ a: { b: [1, null] } })
  })

  test('loses no member of the input, however it is called', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = `{"input":{"__proto__":1,"constructor":${JSON.stringify(value)}}}`
        expect(JSON.stringify(parseJobRequest(JSON.parse(text)))).toBe(text)
      }),
    )
  })

  test.each([[null], ['text'], [[]], [{}], [{ input: null }], [{ input: [] }], [{ input: 'x' }]])(
    'refuses %j',
    (body) => {
      expect(refusal(body)).toMatch(/input is required|body must be a JSON object/)
    },
  )

  test.each([
    ['executionTimeout', 4999, 5000],
    ['executionTimeout', 604_800_001, 604_800_000],
    ['ttl', 9999, 10_000],
    ['ttl', 604_800_001, 604_800_000],
  ])('holds policy.%s to its bounds: %i is out, %i is in', (name, outside, inside) => {
    expect(refusal({ input: {}, policy: { [name]: outside } })).toContain(`policy.${name}`)
    expect(refusal({ input: {}, policy: { [name]: inside } })).toBe('accepted')
    expect(refusal({ input: {}, policy: { [name]: inside + 0.5 } })).toContain('integer')
  })

  test('names every member that is wrong', () => {
    const said = refusal({
      input: {},
      policy: { lowPriority: 'yes', ttl: 'x' },
      webhook: 'ftp://a',
      s3Config: 1,
    })
    for (const name of ['policy.lowPriority', 'policy.ttl', 'webhook', 's3Config'])
      expect(said).toContain(name)
  })

  test('never repeats storage credentials or a webhook in its words', () => {
    const said = refusal({
      input: {},
      webhook: 'mailto:hush',
      s3Config: { accessId: 1, accessSecret: ['hush'] },
    })
    expect(said).toContain('s3Config.accessSecret must be a string')
    expect(said).not.toContain('hush')
  })

  test('takes null for an optional member, and members that were never published', () => {
    expect(
      refusal({ input: {}, webhook: null, policy: null, s3Config: { objectPath: 'a' }, webhookV2: 1 }),
    ).toBe('accepted')
  })
})

test.each(['999', '300001', 'abc', '', '1e4', '-5', '2000.5'])('wait=%s is refused', (value) => {
  expect(() => parseWait(value)).toThrow(/wait must be an integer/)
})

test('wait and ttl within bounds are taken; wait has a default', () => {
  expect([parseWait(undefined), parseWait('1000'), parseWait('300000')]).toEqual([90_000, 1000, 300_000])
  expect([parseTtl(undefined), parseTtl('10000')]).toEqual([undefined, 10_000])
  expect(() => parseTtl('9999')).toThrow(/ttl must be an integer/)
})
