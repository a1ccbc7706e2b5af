import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Only that it works: how fast is a question for a quiet machine and `npm run bench`. */
test('the bench measures every case, start-up, and both tools for source code', {
  timeout: 240_000, // milliseconds; it starts some thirty processes
}, async () => {
  const bench = new URL('./bench.mjs', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [bench, '--smoke'])
  for (const said of [
    'v1 pod list',
    'v1 pod create',
    'saveTemplate',
    'job run, 20 MB',
    'v2 pod list',
    'GraphQL pods, 10,000 pods',
    'start-up',
    'workers',
    'uploads of 20 MB',
    'a stream of',
  ])
    expect(stdout).toContain(said)
  expect(stdout).toMatch(/upshift serve +\d+ /)
  expect(stdout).toMatch(/upshift codemod +[\d.]+ /)
  expect(stdout).not.toContain('NaN')
})
