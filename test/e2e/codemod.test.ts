import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = new URL('../../dist/src/cli/main.js', import.meta.url).pathname
const LEGACY = `const base = 'https://rest.runpod.io/v1'
export const stop = async (id) => {
  await fetch(\`\${base}/pods/\${id}/stop\`, { method: 'POST' })
}
`

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'upshift-'))
  put('packages/deploy/src/stop.js', LEGACY)
  put('README.md', 'ours\n')
  git('init', '-q')
  commit()
})
afterEach(() => rmSync(root, { recursive: true }))

const put = (path: string, text: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    encoding: 'utf8',
  })
const commit = (): void => {
  git('add', '-A')
  git('commit', '-qm', 'x')
}
/** The built command, started in a directory of its own unless told. */
const codemod = (cwd: string, ...argv: string[]) =>
  spawnSync(process.execPath, [main, 'codemod', ...argv], { cwd, encoding: 'utf8' })

const REWRITTEN = "body: JSON.stringify({ action: 'stop' })"
const source = (): string => readFileSync(join(root, 'packages/deploy/src/stop.js'), 'utf8')

test.each([
  ['elsewhere', () => tmpdir()],
  ['its own root', () => root],
  ['a directory inside', () => join(root, 'packages/deploy')],
])('the diff of a repository, asked for from %s, is one that git applies there', (_where, cwd) => {
  const { stdout, status } = codemod(cwd(), root)
  expect(status).toBe(1)
  put('change.patch', stdout)
  git('apply', 'change.patch')
  expect(source()).toContain(REWRITTEN)
})

test('--write leaves uncommitted work alone, wherever it is started', () => {
  put('README.md', 'not committed\n')
  const refused = codemod(tmpdir(), '--write', root)
  expect(refused.status).toBe(2)
  expect(refused.stderr).toMatch(/README\.md.*--force/)
  expect(source()).toBe(LEGACY)
  expect(codemod(tmpdir(), '--write', '--force', root).status).toBe(0)
  expect(source()).toContain(REWRITTEN)
})

test('files that git does not know are in the way only where they would be edited', () => {
  put('notes.txt', 'mine\n')
  expect(codemod(root, '--write', '.').status).toBe(0)
  commit()
  put('other.js', LEGACY)
  expect(codemod(root, '--write', '.')).toMatchObject({ status: 2 })
})

test('a second run changes nothing and says that nothing is left', () => {
  codemod(root, '--write', '.')
  commit()
  const { status, stdout } = codemod(root, '--write', '.')
  expect([status, stdout, git('status', '--porcelain')]).toEqual([0, '', ''])
})

/** Sends the process a signal at its first rename, which is where the first file comes into its place. */
const SIGNAL_AT_RENAME = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { renameSync } = fs
fs.renameSync = (...given) => {
  fs.renameSync = renameSync
  syncBuiltinESMExports()
  process.kill(process.pid, 'SIGINT')
  return renameSync(...given)
}
syncBuiltinESMExports()`

test('Ctrl-C while --write is at it leaves the files all written, and nothing beside them', () => {
  put('packages/deploy/src/start.js', LEGACY.replaceAll('stop', 'start'))
  commit()
  const hook = `data:text/javascript,${encodeURIComponent(SIGNAL_AT_RENAME)}`
  const { signal } = spawnSync(process.execPath, ['--import', hook, main, 'codemod', '--write', root], {
    encoding: 'utf8',
  })
  expect(signal).toBe('SIGINT')
  expect(git('status', '--porcelain').split('\n').sort()).toEqual([
    '',
    ' M packages/deploy/src/start.js',
    ' M packages/deploy/src/stop.js',
  ])
  expect(source()).toContain(REWRITTEN)
  expect(codemod(root, '--check', '.').stdout).toBe('')
})

test('the built command, which is bundled, says what its source said when the fixture was recorded', () => {
  const from = new URL('../../codemods/fixtures/wrapper/late-imports/', import.meta.url)
  const recorded = (name: string): string => readFileSync(new URL(name, from), 'utf8')
  for (const name of ['input.ts', 'http.ts', 'elsewhere.ts']) put(`calls/${name}`, recorded(name))
  commit()
  codemod(root, '--write', 'calls')
  for (const [name, output] of [
    ['input.ts', 'output.ts'],
    ['http.ts', 'http.output.ts'],
  ] as const)
    expect(readFileSync(join(root, 'calls', name), 'utf8')).toBe(recorded(output))
})
