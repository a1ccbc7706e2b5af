import { describe, expect, test } from 'vitest'
import { nextCursor, pageAt } from './paging.ts'

describe('nextCursor', () => {
  test.each([
    [{ pagination: { nextCursor: 'a' } }, 'a'],
    [{ pagination: { next_cursor: 'b' } }, 'b'],
    [{ nextCursor: 'c' }, 'c'],
    [{ pagination: { nextCursor: null } }, undefined],
    [{ pagination: { nextCursor: '' } }, undefined],
    [{ pagination: null, pods: [] }, undefined],
    [{}, undefined],
  ])('%j', (body, cursor) => expect(nextCursor(body)).toBe(cursor))
})

test('a cursor goes into the query, encoded', () => {
  expect(pageAt('/v2/pods', 'a b&c')).toBe('/v2/pods?cursor=a%20b%26c')
  expect(pageAt('/v2/billing/pods?podId=p', 'x')).toBe('/v2/billing/pods?podId=p&cursor=x')
})
