import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { outOfRoutes } from './routed.ts'

const root = mkdtempSync(join(tmpdir(), 'routed-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test.each([
  ['/shop/pages/api/pods', '/shop'],
  ['/shop/src/pages', '/shop/src'],
  ['/shop/server/api', '/shop/server'],
  ['/shop/netlify/functions/start', '/shop/netlify'],
  ['/shop/app/routes', '/shop/app'],
])('a module for %s does not become a route of it', (from, to) => {
  expect(outOfRoutes(from)).toBe(to)
})

test.each(['/shop/src/lib', '/shop/app/api/pods', '/shop/src/routes/pods', '/shop/src/api'])(
  'a module for %s lies there',
  (path) => {
    expect(outOfRoutes(path)).toBe(path)
  },
)

test('files of api beside a package are functions of their own', () => {
  expect(outOfRoutes(join(root, 'api', 'pods'))).toBe(join(root, 'api', 'pods'))
  writeFileSync(join(root, 'package.json'), '{}')
  expect(outOfRoutes(join(root, 'api', 'pods'))).toBe(root)
})
