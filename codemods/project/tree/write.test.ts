import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeAll } from './write.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'write-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a file is replaced whole and keeps its mode', () => {
  const path = join(root, 'run.sh')
  writeFileSync(path, 'old')
  chmodSync(path, 0o755)
  writeAll([{ path, before: 'old', after: 'new' }])
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777, readdirSync(root)]).toEqual([
    'new',
    0o755,
    ['run.sh'],
  ])
})

test('where one file cannot be written, none is', () => {
  const path = join(root, 'a.js')
  writeFileSync(path, 'old')
  const nowhere = join(root, 'gone', 'b.js')
  expect(() =>
    writeAll([
      { path, before: 'old', after: 'new' },
      { path: nowhere, before: undefined, after: 'new' },
    ]),
  ).toThrow('ENOENT')
  expect([readFileSync(path, 'utf8'), readdirSync(root)]).toEqual(['old', ['a.js']])
})

test('where one cannot be put in its place, those before it are put back', () => {
  const path = join(root, 'a.js')
  writeFileSync(path, 'old')
  mkdirSync(join(root, 'b.js'))
  expect(() =>
    writeAll([
      { path, before: 'old', after: 'new' },
      { path: join(root, 'c.js'), before: undefined, after: 'new' },
      { path: join(root, 'b.js'), before: undefined, after: 'new' },
    ]),
  ).toThrow('EISDIR')
  expect([readFileSync(path, 'utf8'), readdirSync(root)]).toEqual(['old', ['a.js', 'b.js']])
})

test('what somebody else changed meanwhile is not overwritten', () => {
  const path = join(root, 'a.js')
  writeFileSync(path, 'theirs')
  expect(() => writeAll([{ path, before: 'old', after: 'new' }])).toThrow('changed since it was read')
  expect(readFileSync(path, 'utf8')).toBe('theirs')
})
