import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compile } from '../../../test/support/compile.ts'
import { fileStorage } from './file-storage.ts'

let directory: string
const directories: string[] = []
const children: ChildProcess[] = []
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'file-storage-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const each of [directory, ...directories.splice(0)]) rmSync(each, { recursive: true, force: true })
})

test('keeps documents across closing and opening', async () => {
  const first = await fileStorage(join(directory, 'deep', 'inside'))
  first.put('jobs', 'j1', { status: 'IN_QUEUE' })
  first.close()
  const second = await fileStorage(join(directory, 'deep', 'inside'))
  expect(second.get('jobs', 'j1')).toEqual({ status: 'IN_QUEUE' })
  second.close()
})

test('refuses a directory that another sandbox holds, and gives it back once closed', async () => {
  const first = await fileStorage(directory)
  await expect(fileStorage(directory)).rejects.toThrow(/in use by another sandbox/)
  first.close()
  const second = await fileStorage(directory)
  second.close()
})

test('refuses a file that is not a database, and leaves it as it is', async () => {
  writeFileSync(join(directory, 'sandbox.db'), 'somebody else wrote this '.repeat(400))
  await expect(fileStorage(directory)).rejects.toThrow(/not a sandbox database/)
})

test('explains a directory that cannot be made', async () => {
  writeFileSync(join(directory, 'file'), '')
  await expect(fileStorage(join(directory, 'file', 'below'))).rejects.toThrow(/cannot be opened/)
})

/** Writes pairs of documents in transactions for ever, and says on stdout which pair is done. */
const WRITER = `
const { fileStorage } = await import(process.argv[1])
const storage = await fileStorage(process.argv[2])
for (let pair = 0; ; pair += 1) {
  storage.transaction(() => {
    storage.put('n', pair + '-left', 1)
    storage.put('n', pair + '-right', 1)
  })
  process.stdout.write(pair + '\\n')
}
`

test('a process killed in the middle of writing loses nothing it had finished, and no half of a pair', async () => {
  const compiled = compile('src/sandbox/storage/file-storage.ts')
  directories.push(compiled)
  const entry = pathToFileURL(join(compiled, 'src/sandbox/storage/file-storage.js')).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, entry, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let done = -1
  for await (const line of createInterface({ input: child.stdout })) {
    done = Number(line)
    if (done === 200) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')

  const reopened = await fileStorage(directory)
  const keys = new Set(reopened.entries('n').map(([key]) => key))
  for (let pair = 0; pair <= done; pair += 1) expect(keys.has(`${pair}-left`)).toBe(true)
  for (const key of keys)
    expect(keys.has(key.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left')))).toBe(true)
  reopened.close()
})
