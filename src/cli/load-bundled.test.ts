import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compiledCode, loadBundled } from './load-bundled.ts'

const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bundled-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const FILES = {
  'entry.cjs':
    "const part = require('./part.cjs'); exports.name = 'entry'; exports.all = () => [part.name, part.other()]",
  'part.cjs': "const entry = require('./entry.cjs'); exports.name = 'part'; exports.other = () => entry.name",
}

test('loads files that ask for each other, each once', () => {
  const file = join(folderOf(FILES), 'entry.cjs')
  const loaded = loadBundled(file) as { all: () => unknown }
  expect(loaded.all()).toEqual(['part', 'entry'])
  expect(loadBundled(file)).toBe(loaded)
})

test('a file that loads others than its own finds what is installed, now and later', async () => {
  const text =
    "exports.now = require('node:path').sep; exports.later = async () => (await importOutside('undici')).Pool.name"
  const file = join(process.cwd(), 'dist', 'bundled-test.cjs')
  writeFileSync(file, text)
  onTestFinished(() => rmSync(file))
  const loaded = loadBundled(file) as { now: string; later: () => Promise<string> }
  expect([loaded.now, await loaded.later()]).toEqual(['/', 'Pool'])
})

test('code that the build kept is taken, and code of another making is not', () => {
  const kept = () => compiledCode().find(([file]) => file === join(first, 'entry.cjs'))?.[1]
  const first = folderOf(FILES)
  loadBundled(join(first, 'entry.cjs'))
  for (const code of [kept() as Buffer, Buffer.from('not code at all')]) {
    const folder = folderOf(FILES)
    writeFileSync(join(folder, 'entry.cjs.code'), code)
    const { all } = loadBundled(join(folder, 'entry.cjs')) as { all: () => unknown }
    expect(all()).toEqual(['part', 'entry'])
  }
})
