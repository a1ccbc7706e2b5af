import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const bundled = (text: string): string =>
  `(function (exports, require, module, a, b, importOutside) { ${text} })`

const FILES = {
  'entry.cjs': bundled(
    "const part = require('./part.cjs'); exports.name = 'entry'; exports.all = () => [part.name, part.other()]",
  ),
  'part.cjs': bundled(
    "const entry = require('./entry.cjs'); exports.name = 'part'; exports.other = () => entry.name",
  ),
}

test('loads files that ask for each other, each once', () => {
  const file = join(folderOf(FILES), 'entry.cjs')
  const loaded = loadBundled(file) as { all: () => unknown }
  expect(loaded.all()).toEqual(['part', 'entry'])
  expect(loadBundled(file)).toBe(loaded)
})

test('a file that loads others than its own finds what is installed, now and later', async () => {
  const text = bundled(
    "exports.now = require('node:path').sep; exports.later = async () => (await importOutside('undici')).Pool.name",
  )
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

/** Run by a process of its own: what the engine makes of the kept code of every file in a folder. */
const REFUSED = `
  const { readdirSync, readFileSync } = require('node:fs'), { Script } = require('node:vm')
  const refused = (file) =>
    new Script(readFileSync(file, 'latin1'), { cachedData: readFileSync(file + '.code') }).cachedDataRejected
  const kept = readdirSync('.').filter((name) => name.endsWith('.cjs.code')).map((name) => name.slice(0, -5))
  console.log(JSON.stringify({ kept, refused: kept.filter(refused) }))`

test('a fresh process takes all code that the build kept', () => {
  const cwd = join(process.cwd(), 'dist', 'src', 'cli')
  const { kept, refused } = JSON.parse(
    execFileSync(process.execPath, ['-e', REFUSED], { cwd, encoding: 'utf8' }),
  )
  expect(kept).toContain('bundled.serve.cjs')
  expect(kept).toContain('bundled-code.codemod.cjs')
  expect(refused).toEqual([])
})

test('the bundle is plain ASCII, as it is read', () => {
  const folder = join(process.cwd(), 'dist', 'src', 'cli')
  const files = readdirSync(folder).filter((name) => name.startsWith('bundled') && name.endsWith('.cjs'))
  const odd = files.filter((name) => readFileSync(join(folder, name)).some((byte) => byte > 127))
  expect(odd).toEqual([])
})
