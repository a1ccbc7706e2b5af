import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const main = new URL('../../dist/src/cli/main.js', import.meta.url).pathname

/** The built command as a shell runs it. */
const upshift = (...argv: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [main, ...argv], (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })

test('--help lists the commands on standard output', async () => {
  const { code, out, err } = await upshift('--help')
  expect([code, err]).toEqual([0, ''])
  for (const name of ['serve', 'sandbox', 'codemod', 'audit', 'explain', 'mapping'])
    expect(out).toContain(name)
})

test.each([
  [[], /Usage/],
  [['sevre'], /no command "sevre"/],
  [['constructor'], /no command "constructor"/],
  [['serve', '--port', 'many'], /--port/],
  [['serve', '--nonsense'], /nonsense/],
  [['serve', '--sandbox-port=0', '--on-loss', 'interuptible=warn'], /no field is called interuptible/],
  [['serve', '--sandbox-port=0', '--port=0', '--admin-port=0', '--host=192.0.2.1'], /--host is no address/],
  [
    ['serve', '--sandbox-port=0', '--tls-cert', main, '--tls-key', main],
    /--tls-cert and --tls-key cannot be used/,
  ],
  [['serve', '--sandbox-port=0', '--usage-store', '.'], /unknown reason: is it a writable file/],
  [['mapping', 'pods', '--output', '/'], /--output: EISDIR/],
  [['audit', 'package.json', '--output', '/'], /--output: EISDIR/],
  [['codemod', 'package.json', '--format', 'json', '--output', '/'], /--output: EISDIR/],
])('%j is a usage error that says what to do', async (argv, words) => {
  const { code, out, err } = await upshift(...argv)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(words)
})

test.each(['serve', 'sandbox', 'codemod', 'audit', 'explain', 'mapping'])(
  '%s --help explains itself',
  async (name) => {
    const { code, out } = await upshift(name, '--help')
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`upshift ${name}`))
  },
)

test('explain takes a dash for standard input', () => {
  const said = spawnSync(process.execPath, [main, 'explain', '-'], {
    input: 'GET /v1/pods',
    encoding: 'utf8',
  })
  expect([said.status, said.stderr]).toEqual([0, ''])
  expect(said.stdout).toContain('/v2/pods')
})

test('a reader that leaves is no failure', async () => {
  const child = spawn(process.execPath, [main, 'mapping'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  child.stdout.once('data', () => child.stdout.destroy())
  const [code] = await once(child, 'close')
  expect([code, said]).toEqual([0, ''])
})

test('--version is that of the package', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } })
  expect((await upshift('--version')).out.trim()).toBe(manifest.version)
})
