import { expect, test } from 'vitest'
import { readProblem } from './problem.ts'

const read = (body: string, status = 422) => readProblem({ status, headers: {}, body })

test('a v2 problem is read whole, with the status of the answer itself', () => {
  const body = JSON.stringify({
    title: 'Bad',
    status: 200,
    detail: 'no image',
    errors: ["$: missing property 'image'", 7],
  })
  expect(read(body)).toEqual({
    status: 422,
    title: 'Bad',
    detail: 'no image',
    errors: ["$: missing property 'image'"],
  })
})

test.each([
  ['{"message":"nope"}', 'nope'],
  ['{"error":"nope"}', 'nope'],
  ['{"title":"nope"}', 'nope'],
])('%s is near enough', (body, detail) => {
  expect(read(body)?.detail).toBe(detail)
})

test.each(['', '<html>502</html>', 'null', '[]', '3', '{"pods":[]}', '{"detail":7}', '{"detail":'])(
  '%s is no problem document',
  (body) => {
    expect(read(body)).toBeUndefined()
  },
)

test('a 10 MB body is not even parsed, and long texts are cut', () => {
  expect(read(JSON.stringify({ detail: 'x'.repeat(10_000_000) }))).toBeUndefined()
  const long = read(JSON.stringify({ detail: 'x'.repeat(9_000), errors: Array(500).fill('e') }))
  expect(long?.detail).toHaveLength(4_000)
  expect(long?.errors).toHaveLength(100)
})
