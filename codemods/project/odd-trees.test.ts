import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCodemod } from './run.ts'
import { unifiedDiff } from './tree/diff.ts'
import { discover } from './tree/discover.ts'
import { pathInRepository } from './tree/git.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'odd-trees-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (name: string, text: string | Buffer): string => {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const run = (...paths: string[]) => runCodemod({ paths: paths.length > 0 ? paths : [root], root })
const LIST = `const BASE = 'https://rest.runpod.io/v1'
import other from 'other'
export const ids = async () => {
  const answer = await fetch(\`\${BASE}/pods\`)
  return (await answer.json()).map(({ id }) => id)\t
}
`

test.each([
  'a b.js',
  'q\'uo"te.js',
  'new\nline.js',
  'tab\there.js',
  'x b/y.js',
  ' b/z.js',
  'ü.js',
  '-dash.js',
])('git takes the diff of a file named %j, with a tab at the end of a line', async (name) => {
  put(name, LIST)
  const git = (args: string[], input = ''): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', input })
  git(['init', '-q'])
  const { changes } = await run()
  expect(changes.length).toBe(1)
  const diff = changes
    .map(({ path, before, after }) => unifiedDiff(pathInRepository(path, root), before, after))
    .join('')
  git(['apply', '-'], diff)
  expect((await run()).changes).toEqual([])
})

test('a file that is not UTF-8 is left, for its letters would be lost', async () => {
  put('a.js', Buffer.from(`// caf\xe9\n${LIST}`, 'latin1'))
  const { changes, notes } = await run()
  expect(changes).toEqual([])
  expect(notes.map(({ rule, class: is }) => [rule, is])).toContainEqual(['codemod.encoding', 'left'])
})

test.each([
  ['.gitignore', undefined],
  ['tsconfig.json', undefined],
  ['package.json', undefined],
  ['pnpm-workspace.yaml', undefined],
  ['vite.config.js', undefined],
  ['package.json', '{ "workspaces": "packages" }'],
  ['package.json', '{ "workspaces": [5, null, { "a": 1 }], "main": 5, "exports": { ".": 5 } }'],
  ['package.json', 'null'],
  [
    'tsconfig.json',
    '{ "extends": 5, "compilerOptions": { "baseUrl": 5, "paths": { "other": "x", "b": null } } }',
  ],
  ['tsconfig.json', '{ "extends": "./tsconfig.json" }'],
])('a %s that is a directory or says %s ends nothing', async (name, text) => {
  if (text === undefined) mkdirSync(join(root, name))
  else put(name, text)
  put('a.ts', LIST)
  expect((await run()).changes.length).toBe(1)
})

test('what cannot be there is missing, below a file and in a loop of links', () => {
  symlinkSync('loop', join(root, 'loop'))
  const paths = [join(put('a.js', LIST), 'b'), join(root, 'loop'), join(root, 'nothing')]
  expect(discover(paths).missing).toEqual(paths)
})

test('a file named by its link is the file, and named twice it is one', async () => {
  const path = put('src/a.js', LIST)
  const link = join(root, 'b.js')
  symlinkSync(path, link)
  symlinkSync(join(root, 'src'), join(root, 'again'))
  for (const paths of [[link], [link, path], [join(root, 'src'), join(root, 'again')]])
    expect((await run(...paths)).changes.map((one) => one.path)).toEqual([path])
})

test('what names the old API in another language is listed', async () => {
  put('A.vue', '<script setup>\nawait fetch("https://rest.runpod.io/v1/pods")\n</script>\n')
  put('B.vue', '<script setup>\nawait fetch("https://api.runpod.ai/v2/x/run")\n</script>\n')
  const script = put('start', 'curl https://rest.runpod.io/v1/pods')
  const { notes } = await run(root, script)
  expect(notes.map(({ rule, file, line }) => [rule, file, line])).toEqual([
    ['codemod.language', 'A.vue', 2],
    ['codemod.language', 'start', 1],
  ])
})

test('of files that say they are generated, those that name the old API are listed', async () => {
  const types = (source: string) =>
    `// Generated from ${source}: do not edit\nexport type Pod = { id: string; name: string }\n`
  put('src/v1.ts', types('https://rest.runpod.io/v1/openapi.json'))
  put('src/v2.ts', types('https://api.runpod.io/v2/openapi.json'))
  put(
    'src/names.ts',
    '// @generated for runpod\nexport type Pod = { desiredStatus: string; containerDiskInGb: number; gpuTypeIds: string[] }\n',
  )
  const { notes } = await run(root)
  expect(notes.map(({ rule, file }) => [rule, file])).toEqual([
    ['codemod.generated', 'src/names.ts'],
    ['codemod.generated', 'src/v1.ts'],
  ])
})

test.each([
  ['says a path', "get('/templates')\n"],
  ['imports a module of the same name, and a test runner', "import 'vitest'\nimport { ids } from './list'\n"],
])('what a tool put together is not read because it %s', async (_why, text) => {
  put('src/list.js', LIST)
  put('src/all.js', text + 'export const one = (a) => fetch(a).then((b) => b.json())\n'.repeat(20_000))
  const { counts, changes } = await run()
  expect(counts.parsed).toBe(1)
  expect(changes.map(({ path }) => path)).toContain(join(root, 'src/list.js'))
})

test('functions that hand all they are given to each other are followed to an end', async () => {
  const names = [...'abcdef']
  const callsOf = (own: string): string =>
    names
      .filter((name) => name !== own)
      .map(
        (name) =>
          `  if (given.next === '${name}') return ${name}({ ...given, ...given.more, from: '${own}' })\n`,
      )
      .join('')
  const ask = "(await fetch('https://rest.runpod.io/v1' + given.path, { ...given.options })).json()"
  const steps = names.map((own) => `async function ${own}(given) {\n${callsOf(own)}  return ${ask}\n}\n`)
  put(
    'src/steps.js',
    `${steps.join('')}export const list = () => a({ path: '/networkvolumes', next: 'b', options: { headers: {} } })\n`,
  )
  const { counts, notes } = await run()
  expect(counts.parsed).toBe(1)
  expect(notes.map(({ why }) => why).join()).toContain('functions that call each other')
})

test('what a tool put together is not read because it may call what asks for any path', async () => {
  put('src/list.js', `${LIST}export const get = (path) => fetch('https://rest.runpod.io/v1' + path)\n`)
  put('src/all.js', `import { get } from './list'\n${'export const one = (a) => get(a)\n'.repeat(40_000)}`)
  const { counts } = await run()
  expect(counts.parsed).toBe(1)
})
