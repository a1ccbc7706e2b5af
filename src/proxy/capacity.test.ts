import { describe, expect, test } from 'vitest'
import { isCapacityRefusal } from './capacity.ts'

const refusal = (status: number, problem: object) => ({ status, body: JSON.stringify(problem) })

describe('isCapacityRefusal', () => {
  test('is a 400 whose detail says that no instances are available', () => {
    const detail = 'There are no longer any instances available with the requested specifications.'
    expect(isCapacityRefusal(refusal(400, { title: 'Bad Request', detail }))).toBe(true)
  })

  test.each([
    ['another status', refusal(422, { detail: 'no instances available' })],
    ['another reason', refusal(400, { detail: 'exactly one of gpu or cpu must be set' })],
    [
      "the caller's own words, quoted back",
      refusal(400, { detail: 'name is taken', errors: ['$.name: "no instances available"'] }),
    ],
    ['no problem at all', { status: 400, body: '<p>no instances available</p>' }],
  ])('is not %s', (_name, answer) => expect(isCapacityRefusal(answer)).toBe(false))
})
