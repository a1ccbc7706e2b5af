import { expect, test } from 'vitest'
import { openSpan } from './trace-context.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

test("a caller's trace is carried on with a span of our own", () => {
  const span = openSpan(`00-${TRACE}-${PARENT}-01`)
  expect(span).toMatchObject({ traceId: TRACE, parentId: PARENT, flags: '01' })
  expect(span.spanId).toMatch(/^[0-9a-f]{16}$/)
  expect(span.spanId).not.toBe(PARENT)
})

test.each([
  undefined,
  '',
  'x',
  `00-${TRACE}-${PARENT}`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
])('%s begins a new trace', (sent) => {
  const span = openSpan(sent)
  expect(span.sent).toBeUndefined()
  expect(span.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
})

test('a later version of the header is read as far as it is known', () => {
  expect(openSpan(`01-${TRACE}-${PARENT}-01-later`).traceId).toBe(TRACE)
})

test('ids differ, over more draws than one pool of random bytes holds', () => {
  const ids = new Set(Array.from({ length: 1_000 }, () => openSpan(undefined).traceId))
  expect(ids.size).toBe(1_000)
})
