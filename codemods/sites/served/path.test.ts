import { expect, test } from 'vitest'
import { isServed, pathAsked, wordsServed } from './path.ts'
import { placedAt } from './placed.ts'

test.each([
  ['/api/pods', '/api/pods', true],
  ['/api/pods/:id', '/api/pods/\0', true],
  ['/api/pods/{id}', 'https://app.example.com/api/pods/p1?full=1', true],
  ['/api/pods/[...rest]', '/api/pods/p1/stop', true],
  ['/pods', '/api/pods', true],
  ['/api/pods', '\0/pods', true],
  ['/api/pods', '/pods', false],
  ['/api/pods', '/api/pods/p1', false],
  ['/api/pods', '/api/\0', false],
  ['/:id', '/api/p1', false],
])('%s answers %j: %s', (served, asked, holds) => {
  expect(isServed(wordsServed(served), pathAsked(asked))).toBe(holds)
})

test.each([
  ['/a/app/api/pods/route.ts', ['api', 'pods'], undefined],
  ['/a/src/app/(panel)/api/pods/[id]/route.js', ['api', 'pods', '\0'], undefined],
  ['/a/pages/api/pods/index.ts', ['api', 'pods'], undefined],
  ['/a/server/api/pods.get.ts', ['api', 'pods'], 'GET'],
  ['/a/src/routes/pods/+server.ts', ['pods'], undefined],
  ['/a/app/routes/api.pods.$id.ts', ['api', 'pods', '\0'], undefined],
  ['/a/api/pods.ts', ['api', 'pods'], undefined],
])('%s serves %j', (file, words, method) => {
  expect(placedAt(file)).toEqual({ words, method })
})

test.each(['/a/src/app/page.tsx', '/a/src/lib/pods.ts', '/a/server/pods.ts'])('%s serves nothing', (file) => {
  expect(placedAt(file)).toBeUndefined()
})
