import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCodemod } from '../run.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'outside-'))
  mkdirSync(join(root, '.git'))
  put('lib/http.ts', CLIENT)
  put('jobs/list.ts', `import { request } from '../lib/http'\n${LIST}`)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const CLIENT = `const BASE = 'https://rest.runpod.io/v1'
export const request = async (method: string, path: string) =>
  (await fetch(BASE + path, { method, headers: { Authorization: \`Bearer \${process.env.RUNPOD_API_KEY}\` } })).json()
`
const LIST = "export const count = async () => (await request('GET', '/networkvolumes')).length\n"

const run = async (...paths: string[]) => {
  const { changes, notes } = await runCodemod({ paths: paths.map((path) => join(root, path)), root })
  return {
    changed: changes.filter(({ before, after }) => before !== after && !after.includes('// upshift:')),
    notes: notes.map(({ file, line, rule }) => `${file}:${line} ${rule}`),
    fixes: notes.map(({ fix }) => fix),
  }
}

test('a base stays where files outside of the paths given make calls with it', async () => {
  put('web/page.ts', `import { request } from '../lib/http'\n${LIST}`)
  const { changed, notes, fixes } = await run('lib', 'jobs')
  expect(changed).toEqual([])
  expect(notes).toEqual(['jobs/list.ts:2 codemod.shared-base', 'web/page.ts:2 codemod.elsewhere'])
  expect(fixes).toEqual([
    'name the file of that call on the command line, too',
    'name that file on the command line, too',
  ])
  expect((await run('lib', 'jobs', 'web')).notes.some((note) => /shared-base|elsewhere/.test(note))).toBe(
    false,
  )
})

test('it moves where the others outside only test it, or make no call with it', async () => {
  put('web/page.test.ts', `import { request } from '../lib/http'\n${LIST}`)
  put('web/page.ts', "import { request } from '../lib/http'\nexport const name = request.name\n")
  const { changed } = await run('lib', 'jobs')
  expect(changed.map(({ path }) => path.slice(root.length + 1)).sort()).toEqual([
    'jobs/list.ts',
    'lib/http.ts',
  ])
})

test('files that use a client outside of the paths given are told of it', async () => {
  expect((await run('jobs')).notes).toEqual(['jobs/list.ts:1 codemod.outside'])
  put('jobs/list.ts', `import { request } from '../lib'\n${LIST}`)
  put('lib/index.ts', "export * from './http'\n")
  expect((await run('jobs/list.ts')).notes).toEqual(['jobs/list.ts:1 codemod.outside'])
})

test('who uses none is told of none', async () => {
  put('jobs/other.ts', 'export const one = 1\n')
  expect((await run('jobs/other.ts')).notes).toEqual([])
  expect((await run('.')).notes).not.toContain('jobs/list.ts:1 codemod.outside')
})
