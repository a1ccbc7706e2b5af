import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { survey } from './imports.ts'

const surveyOf = (
  files: Readonly<Record<string, string | Buffer>>,
  words: readonly string[] = [],
  alias = (_: string): string[] => [],
) => {
  const folder = mkdtempSync(join(tmpdir(), 'survey-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const names = Object.keys(files)
  const found = survey(
    names.map((name) => join(folder, name)),
    words,
    alias,
  )
  const placed = (name: string) =>
    name.startsWith('//')
      ? name.slice(1)
      : name.startsWith('/')
        ? join(folder, name).replace(/\/$/, '')
        : name
  const short = (paths: readonly string[]) => paths.map((path) => path.slice(folder.length + 1))
  return {
    mentioning: short(found.mentioning),
    importing: (...all: string[]) => short(found.importing(new Set(all.map(placed)))),
  }
}

// `/` at the head of a name is the folder of the files.
test.each([
  ["import { a } from './lib/client'", '/lib/client'],
  ['import a from "client"', 'client'],
  ['const a = require("./client.js")', '/client'],
  ['const a = await import(`@/deep/client`)', 'client'],
  ["jest.mock('./client.ts')", '/client'],
  ["mock.module('~/client.mjs', () => {})", 'client'],
  ["import x from 'other'; export * from './client'", '/client'],
])('%s imports %s', (text, name) => {
  const { importing } = surveyOf({ 'a.ts': text, 'b.ts': 'no client' })
  expect(importing(name)).toEqual(['a.ts'])
})

test('an index is imported by its directory or by no name', () => {
  const { importing } = surveyOf({
    'a.ts': "import y from '.'; import x from './lib'",
    'b.ts': "import x from '@/'",
    'c.ts': "import x from './lib/index.js'",
  })
  expect(importing('.')).toEqual(['b.ts'])
  expect(importing('/')).toEqual(['a.ts'])
  expect(importing('/lib')).toEqual(['a.ts', 'c.ts'])
})

test('a path means the file that lies there, and no other of the name', () => {
  const { importing } = surveyOf({
    'a.ts': "import x from './lib/client'",
    'b.ts': "import x from './client'",
  })
  expect(importing('/client', 'client')).toEqual(['b.ts'])
})

test('a module is imported from where an alias leads', () => {
  const alias = (specifier: string) => (specifier === 'kit' ? ['/kit/src/index.ts', '/kit/index'] : [])
  const { importing } = surveyOf(
    { 'a.ts': "import x from 'kit'", 'b.ts': "import x from 'kit/more'" },
    [],
    alias,
  )
  expect(importing('//kit/src')).toEqual(['a.ts'])
  expect(importing('//kit')).toEqual(['a.ts'])
})

test('what is no specifier is none', () => {
  const { importing } = surveyOf({
    'a.ts': `from client, import(client), require( 'client')`,
    'b.ts': `from '${'x/'.repeat(200)}client'`,
    'c.ts': "from 'client",
  })
  expect(importing('client')).toEqual([])
})

test('words are found in any text, and none where none is asked for', () => {
  const files = {
    'a.ts': 'fetch(`${base}/pods`)',
    'b.ts': Buffer.from([0xff, 0xfe, ...Buffer.from('/pods'), 0xe9]),
    'c.ts': '/pod s',
    'd.ts': 'größe.x',
  }
  expect(surveyOf(files, ['/pods', '/none']).mentioning).toEqual(['a.ts', 'b.ts'])
  expect(surveyOf(files, ['größe.x']).mentioning, 'a point is a point').toEqual(['d.ts'])
  expect(surveyOf(files).mentioning).toEqual([])
})
