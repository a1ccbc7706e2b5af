import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auditCommand } from './audit.ts'

let root = ''
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Runs the command in the small tree, and gives its exit code and what it printed. */
const run = async (...argv: string[]) => {
  let printed = ''
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  const error = vi.spyOn(console, 'error').mockImplementation((text) => {
    printed += String(text)
  })
  try {
    return { code: await auditCommand(argv), printed }
  } finally {
    out.mockRestore()
    error.mockRestore()
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'upshift-cli-'))
  vi.spyOn(process, 'cwd').mockReturnValue(root)
  put('old/client.py', 'BASE = "https://rest.runpod.io/v1"\nrequests.get(f"{BASE}/pods")\n')
  put(
    'new/client.py',
    'BASE = "https://api.runpod.io/v2"\nprint(requests.get(f"{BASE}/pods").json()["pods"])\n',
  )
  put('.github/CODEOWNERS', '* @everyone\n/old/ @platform\n')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true, force: true })
})

/** A file that may only be written: of others, root may read what nobody may. */
const WRITE_ONLY = '/sys/bus/cpu/drivers_probe'
const isRoot = process.getuid?.() === 0

test.skipIf(isRoot && !existsSync(WRITE_ONLY))(
  'a path that cannot be read is a mistake, and no clean bill',
  async () => {
    put('closed.py', '')
    chmodSync(join(root, 'closed.py'), 0)
    const path = isRoot ? WRITE_ONLY : 'closed.py'
    const { code, printed } = await run('new', path)
    expect(code).toBe(2)
    expect(printed).toContain(`cannot be read: ${path}`)
  },
)

test('exit codes: 1 with findings, 0 without, 2 for a mistake', async () => {
  expect((await run('old')).code).toBe(1)
  expect((await run('old', '--fail-on-legacy')).code).toBe(1)
  expect((await run('new')).code).toBe(0)
  expect((await run('new', '--fail-on-legacy')).code).toBe(0)
  for (const argv of [
    [],
    ['missing'],
    ['old', '--format', 'pdf'],
    ['old', '--nonsense'],
    ['old', '--write-baseline'],
    ['old', '--baseline', 'none.json'],
  ])
    expect((await run(...argv)).code, argv.join(' ')).toBe(2)
})

test('advice alone does not fail a build that asks for legacy use', async () => {
  put(
    'advice/x.py',
    'V2 = "https://api.runpod.io/v2"\nrequests.get(f"{V2}/catalog/gpus?include=AVAILABILITY")\n',
  )
  expect((await run('advice')).code).toBe(1)
  expect((await run('advice', '--fail-on-legacy')).code).toBe(0)
})

test('JSON names owners, classes and places, and keeps what may stay apart', async () => {
  const { printed } = await run('.', '--format', 'json')
  const { findings, inventory } = JSON.parse(printed)
  expect(
    findings.map(({ file, line, rule, owners }: Record<string, unknown>) => [file, line, rule, owners]),
  ).toEqual([
    ['old/client.py', 1, 'hosts.v1', ['@platform']],
    ['old/client.py', 2, 'v1.pods.list', ['@platform']],
  ])
  expect(inventory).toMatchObject([{ file: 'new/client.py', owners: ['@everyone'] }])
})

test('only what is new since the baseline fails, and progress is counted', async () => {
  expect((await run('old', '--baseline', join(root, 'base.json'), '--write-baseline')).code).toBe(0)
  expect((await run('old', '--baseline', join(root, 'base.json'))).code).toBe(0)
  put('old/client.py', '\n\nBASE = "https://rest.runpod.io/v1"\nrequests.post(f"{BASE}/pods/{pod}/stop")\n')
  const { code, printed } = await run('old', '--baseline', join(root, 'base.json'))
  expect(code).toBe(1)
  expect(printed).toContain('Since the baseline: 1 new, 1 still there, 1 done of 2.')
})

test('every format goes to the file that --output names', async () => {
  for (const [format, sign] of [
    ['text', 'old/client.py'],
    ['json', '{'],
    ['sarif', '"2.1.0"'],
    ['markdown', '# Migration'],
    ['html', '<!doctype html>'],
  ] as const) {
    const { printed } = await run('old', '--format', format, '--output', join(root, 'report'))
    expect(printed).toBe('')
    expect(readFileSync(join(root, 'report'), 'utf8')).toContain(sign)
  }
})

test('keys in the code never reach a report', async () => {
  put(
    'old/key.sh',
    'curl "https://api.runpod.io/graphql?api_key=rpa_SECRET123" -d \'{"query":"{ myself { pods { id } } }"}\'\n',
  )
  for (const format of ['text', 'json', 'sarif', 'markdown', 'html'])
    expect((await run('old', '--format', format)).printed).not.toContain('SECRET123')
})
