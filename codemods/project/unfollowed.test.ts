import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCodemod } from './run.ts'

/** Lines that are listed as legacy use which no call could be followed to. */
const listed = async (...lines: readonly string[]) => {
  const root = mkdtempSync(join(tmpdir(), 'unfollowed-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'a.ts'), [...lines, ''].join('\n'))
  const { notes } = await runCodemod({ paths: [root], root })
  return notes.flatMap(({ rule, line }) => (/unfollowed|command/.test(rule) ? [line] : []))
}

test('a host that a sentence names is no call', async () => {
  const said = await listed(
    'export const calls = (host: string) => fetch(`https://rest.runpod.io/v1/pods/${host}`)',
    'export const refused = (host: string) => `will not call ${host} (expected rest.runpod.io)`',
    "export const help = 'set the host, e.g. rest.runpod.io, before you start'",
  )
  expect(said).toEqual([])
})

test('a command or an address that names it is listed', async () => {
  const said = await listed(
    "import { execSync } from 'node:child_process'",
    "export const list = () => execSync('curl rest.runpod.io')",
    "export const told = 'POST https://rest.runpod.io/v1/pods has failed'",
  )
  expect(said).toEqual([2, 3])
})
