import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCodemod } from '../../../project/run.ts'

const LIST = `const base = 'https://rest.runpod.io/v1'
async function list(): Promise<{ id: string; desiredStatus: string }[]> {
  const res = await fetch(base + '/pods', { headers: { Authorization: 'Bearer x' } })
  return await res.json()
}
`
const ES = `${LIST}export { list }\n`
const WHOLE = `${LIST}export = { list }\n`
const SCRIPT = `${LIST}list()\n`
const IMPORTING = `import { one } from './one.ts'\n${LIST}export { list, one }\n`

const NODE = { module: 'nodenext', moduleResolution: 'nodenext' }
const VERBATIM = { ...NODE, verbatimModuleSyntax: true }
const BUNDLED = { module: 'esnext', moduleResolution: 'bundler' }
const TS_NAMES = { allowImportingTsExtensions: true }

const TSC = new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url).pathname

/** What the compiler says of a program that stands in a directory. */
const complaints = (root: string): string =>
  spawnSync(process.execPath, [TSC, '-p', root, '--pretty', 'false'], { encoding: 'utf8' }).stdout

test.each([
  ['CommonJS by its name', 'module', VERBATIM, { 'a.cts': WHOLE }],
  ['the same without imports and exports', 'module', VERBATIM, { 'a.cts': SCRIPT }],
  ['the same beside an ES module', 'module', VERBATIM, { 'a.cts': WHOLE, 'b.ts': ES }],
  ['CommonJS by its name, in the words of ES modules', 'module', NODE, { 'a.cts': ES, 'b.mts': ES }],
  ['an ES module by its name', 'commonjs', VERBATIM, { 'a.mts': ES }],
  ['an ES module by its name beside another file', 'commonjs', NODE, { 'a.mts': ES, 'b.ts': ES }],
  ['CommonJS by its package', 'commonjs', VERBATIM, { 'a.ts': WHOLE }],
  [
    'CommonJS by its compiler',
    'commonjs',
    { ...BUNDLED, module: 'commonjs', verbatimModuleSyntax: true },
    { 'a.ts': WHOLE },
  ],
  ['CommonJS in the words of ES modules', 'commonjs', NODE, { 'a.ts': ES }],
  ['an ES module that Node resolves', 'module', { ...VERBATIM, isolatedModules: true }, { 'a.ts': ES }],
  ['a module that is bundled', 'module', { ...BUNDLED, verbatimModuleSyntax: true }, { 'a.ts': ES }],
  [
    'files that are named as they are',
    'module',
    { ...BUNDLED, ...TS_NAMES },
    { 'a.ts': IMPORTING, 'one.ts': 'export const one = 1\n' },
  ],
  [
    'the same, of a kind that is said in their names',
    'module',
    { ...NODE, ...TS_NAMES },
    { 'a.mts': IMPORTING, 'one.ts': 'export const one = 1\n' },
  ],
])('what a file imports type-checks, and is there: %s', async (_name, type, options, files) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'module-form-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const put = (name: string, text: string): void => writeFileSync(join(root, name), text)
  put('package.json', JSON.stringify({ type }))
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    strict: true,
    noEmit: true,
    types: [],
    ...options,
  }
  put('tsconfig.json', JSON.stringify({ compilerOptions }))
  put('globals.d.ts', 'declare const fetch: any\n')
  for (const [name, text] of Object.entries(files)) put(name, text)
  expect(complaints(root)).toBe('')
  const { changes } = await runCodemod({ paths: [root], root })
  expect(changes.filter(({ before }) => before === undefined).length).toBeGreaterThan(0)
  for (const { path, after } of changes) writeFileSync(path, after)
  expect(complaints(root)).toBe('')
  expect((await runCodemod({ paths: [root], root })).changes).toEqual([])
})

test('another call of a file that imports a whole is given its function by the same import', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'module-form-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'package.json'), '{}')
  writeFileSync(join(root, 'a.cts'), WHOLE)
  for (const { path, after } of (await runCodemod({ paths: [root], root })).changes)
    writeFileSync(path, after)
  const more = `async function all(): Promise<unknown> {
  return (await fetch('https://rest.runpod.io/v1/templates', { headers: { Authorization: 'Bearer x' } })).json()
}
export = { list, all }
`
  const before = readFileSync(join(root, 'a.cts'), 'utf8')
  writeFileSync(join(root, 'a.cts'), before.replace('export = { list }\n', more))
  const { changes } = await runCodemod({ paths: [root], root })
  expect(changes.map(({ path }) => basename(path)).sort()).toEqual(['a.cts', 'upshift.v2.cts'])
  const after = changes.find(({ path }) => path.endsWith('a.cts'))?.after ?? ''
  expect(after).toContain(
    "import upshiftV2 = require('./upshift.v2.cjs')\nconst { podsFromV2, templatesFromV2 } = upshiftV2\n",
  )
})
