import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A strict program that has the package installed. */
const root = new URL('../..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'upshift-installed-'))
const run = promisify(execFile)

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'upshift'), 'junction')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the modules a program may import say their types', async () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types: [],
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }))
  writeFileSync(
    join(folder, 'app.ts'),
    `import 'upshift/register'
import { createFetch, fetch, type FetchOptions } from 'upshift/fetch'

const options: FetchOptions = { v2Url: 'http://127.0.0.1:8789' }
export const pods = async (): Promise<unknown> => (await createFetch(options)('https://rest.runpod.io/v1/pods')).json()
export const same: typeof globalThis.fetch = fetch
`,
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error) => error)
  expect(stdout).toBe('')
})

test('it is required as it is imported', async () => {
  writeFileSync(join(folder, 'app.cjs'), `console.log(typeof require('upshift/fetch').fetch)`)
  const { stdout } = await run(process.execPath, [join(folder, 'app.cjs')])
  expect(stdout).toBe('function\n')
})
