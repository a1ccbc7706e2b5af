import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { survey } from './imports.ts'

const surveyOf = (files: Readonly<Record<string, string | Buffer>>, words: readonly string[] = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'survey-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const names = Object.keys(files)
  const found = survey(
    names.map((name) => join(folder, name)),
    words,
  )
  const short = (paths: readonly string[]) => paths.map((path) => path.slice(folder.length + 1))
  return {
    mentioning: short(found.mentioning),
    importing: (...all: string[]) => short(found.importing(new Set(all))),
  }
}

test.each([
  ["import { a } from './lib/client'"],
  ['import a from "client"'],
  ['const a = require("../client.js")'],
  ['const a = await import(`@/deep/client`)'],
  ["jest.mock('./client.ts')"],
  ["mock.module('~/client.mjs', () => {})"],
  ["import x from 'other'; export * from './client'"],
])('%s imports client', (text) => {
  const { importing } = surveyOf({ 'a.ts': text, 'b.ts': 'no client' })
  expect(importing('client')).toEqual(['a.ts'])
})

test('an index is imported by its directory or by no name', () => {
  const { importing } = surveyOf({
    'a.ts': "import '.'; import x from './lib'",
    'b.ts': "import x from '..'",
    'c.ts': "import x from './lib/index.js'",
  })
  expect(importing('.')).toEqual(['b.ts'])
  expect(importing('lib', 'index')).toEqual(['a.ts', 'c.ts'])
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
