import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runCodemod } from './run.ts'
import { unifiedDiff } from './tree/diff.ts'
import { uncommitted } from './tree/git.ts'

const made: string[] = []
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'codemod-'))
  made.push(root)
})
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

const put = (name: string, text: string): string => {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const run = () => runCodemod({ paths: [root], root })
const STOP = `export const stop = (id) => fetch(\`https://rest.runpod.io/v1/pods/\${id}\`, { method: 'DELETE' })\n`

test('a tree that never names the service is not parsed', async () => {
  put('a.ts', 'export const a = 1')
  expect((await run()).counts).toEqual({ seen: 1, parsed: 0 })
})

test('files that are vendored, ignored or not source are left out', async () => {
  put('.gitignore', 'ignored/\n')
  for (const name of ['node_modules/x.js', 'vendor/x.js', 'ignored/x.js', 'x.d.ts', 'x.min.js', 'x.txt'])
    put(name, STOP)
  put('src/a.js', STOP)
  const { changes } = await run()
  expect(changes.map(({ path }) => path)).toEqual([join(root, 'src/a.js')])
})

test('the deepest .gitignore has the last word, as git has it', async () => {
  put('.gitignore', '*.gen.js\n')
  put('src/.gitignore', '!kept.gen.js\n')
  put('src/kept.gen.js', STOP)
  put('src/other.gen.js', STOP)
  const { changes } = await run()
  expect(changes.map(({ path }) => path)).toEqual([join(root, 'src/kept.gen.js')])
})

test('a minified file is listed and not read, unless it is named', async () => {
  const path = put('assets/index-1a2b3c.js', STOP.trim().concat(';').repeat(500))
  const { changes, notes, counts } = await run()
  expect([changes.length, counts.parsed]).toEqual([0, 0])
  expect(notes.map(({ rule, file }) => [rule, file])).toEqual([
    ['codemod.generated', 'assets/index-1a2b3c.js'],
  ])
  expect((await runCodemod({ paths: [path], root })).counts.parsed).toBe(1)
})

test('what an earlier run made is added to where it lies', async () => {
  const LIST = `export const all = async () => (await fetch('https://rest.runpod.io/v1/pods')).json()\n`
  put('package.json', '{ "type": "module" }')
  put('pages/one.ts', `import { podsFromV2 } from './upshift.v2'\nexport { podsFromV2 }\n${LIST}`)
  put('pages/upshift.v2.ts', 'export const podsFromV2 = (old: unknown) => old\n')
  put('lib/two.ts', LIST)
  const { changes } = await run()
  expect(changes.map(({ path }) => path.slice(root.length + 1)).sort()).toEqual([
    'lib/two.ts',
    'pages/one.ts',
    'pages/upshift.v2.ts',
  ])
})

test('a generated file is listed and left', async () => {
  put('client.ts', `// @generated\n${STOP}`)
  const { changes, notes } = await run()
  expect(changes).toEqual([])
  expect(notes.map(({ rule }) => rule)).toEqual(['codemod.generated'])
})

test('a bundle that names the old API is listed and left; one that makes jobs is neither', async () => {
  put('lib/client.min.js', STOP)
  put('lib/jobs.min.js', "fetch('https://api.runpod.ai/v2/x/run')")
  const { changes, notes } = await run()
  expect(changes).toEqual([])
  expect(notes.map(({ rule, file }) => [rule, file])).toEqual([['codemod.generated', 'lib/client.min.js']])
})

test('what lies where builds write is listed and left, unless the place is named or git ignores it', async () => {
  put('.gitignore', '/dist/\n')
  put('dist/client.js', STOP)
  put('build/lib/client.js', STOP)
  put('out/other.js', 'export const own = 1\n')
  const { changes, notes, counts } = await run()
  expect([changes, counts.parsed]).toEqual([[], 0])
  expect(notes.map(({ rule, file }) => [rule, file])).toEqual([['codemod.generated', 'build/lib/client.js']])
  expect((await runCodemod({ paths: [join(root, 'build')], root })).changes).toHaveLength(1)
})

test('a file that does not parse is reported and left', async () => {
  put('a.js', `${STOP}const = 1`)
  const { changes, notes } = await run()
  expect(changes).toEqual([])
  expect(notes.map(({ rule }) => rule)).toEqual(['codemod.syntax'])
})

test.each([
  ['a byte order mark', '\uFEFF'],
  ['a shebang', '#!/usr/bin/env node\r\n'],
])('%s, carriage returns and tabs survive', async (_what, head) => {
  const before = `${head}'use strict'\r\nasync function f(id) {\r\n\tawait fetch('https://rest.runpod.io/v1/pods/' + id + '/stop', { method: 'POST', headers: { 'Content-Type': 'application/json' } })\r\n}\r\n`
  put('a.cjs', before)
  const { changes } = await run()
  expect(changes[0]?.after).toBe(
    before
      .replace('rest.runpod.io/v1', 'api.runpod.io/v2')
      .replace('/stop', '/action')
      .replace("{ method: 'POST', headers", "{\r\n\t\tmethod: 'POST',\r\n\t\theaders")
      .replace("json' } }", "json' },\r\n\t\tbody: JSON.stringify({ action: 'stop' }),\r\n\t}"),
  )
})

test('a caller that names neither the service nor a path is found through the wrapper it imports', async () => {
  put(
    'api.ts',
    `export const call = async (path: string) => (await fetch('https://rest.runpod.io/v1' + path)).json()\n`,
  )
  put('paths.ts', `export const list = '/' + 'pods'\n`)
  put(
    'use.ts',
    `import { call } from './api'\nimport { list } from './paths'\nexport const all = () => call(list)\n`,
  )
  const { changes } = await run()
  expect(changes.find(({ path }) => path.endsWith('use.ts'))?.after).toContain('call(list).then(podsFromV2)')
})

test('so is a caller of a GraphQL helper, which takes the key from where the helper is', async () => {
  put(
    'ask.ts',
    `export const KEY = process.env.KEY
export const ask = async (query: string) => {
  const headers = { Authorization: \`Bearer \${KEY}\` }
  const response = await fetch('https://api.runpod.io/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
  const { data, errors } = await response.json()
  if (errors) throw new Error(errors[0].message)
  return data
}
`,
  )
  put(
    'use.ts',
    `import { ask } from './ask'\nexport const stop = () => ask('mutation { podStop(input: { podId: "a" }) { id } }')\n`,
  )
  const { changes } = await run()
  const after = changes.find(({ path }) => path.endsWith('use.ts'))?.after
  expect(after).toContain("podStopV2(KEY, { input: { podId: 'a' } }, 'id')")
  expect(after).toContain("import { KEY } from './ask'")
})

test('a diff is one that git applies, new files included', () => {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      encoding: 'utf8',
    })
  git('init', '-q')
  const path = put('src/a.ts', 'one\r\ntwo')
  git('add', '-A')
  git('commit', '-qm', 'x')
  put(
    'change.patch',
    unifiedDiff('src/a.ts', 'one\r\ntwo', 'one\r\nthree') + unifiedDiff('src/b.ts', undefined, 'new\n'),
  )
  git('apply', 'change.patch')
  expect([readFileSync(path, 'utf8'), readFileSync(join(root, 'src/b.ts'), 'utf8')]).toEqual([
    'one\r\nthree',
    'new\n',
  ])
  expect(uncommitted([path])).toEqual([path])
})

test('what the audit sees and no call explains is listed, commands and split hosts included', async () => {
  put(
    'a.ts',
    [
      "import { execSync } from 'node:child_process'",
      'export const list = (key: string) => execSync(`curl -H "Authorization: ${key}" https://rest.runpod.io/v1/pods`)',
      "export const options = { hostname: 'api.runpod.io', path: '/graphql', method: 'POST' }",
      'export const document = `mutation { podStop(input: { podId: "x" }) { id } }`',
      '// upshift-keep: shown to people only',
      "export const text = 'POST https://rest.runpod.io/v1/pods has failed'",
      '',
    ].join('\n'),
  )
  const { notes } = await run()
  expect(notes.map(({ line, rule, class: is, v1 }) => [line, rule, is, v1])).toEqual([
    [2, 'codemod.command', 'left', '/v1/pods'],
    [3, 'codemod.unfollowed', 'left', 'api.runpod.io/graphql'],
    [4, 'codemod.unfollowed', 'left', 'mutation podStop'],
  ])
})

test('files nested beyond reading are listed, and nothing else is lost', async () => {
  const nested = (levels: number) =>
    `export const a = ${'['.repeat(levels)}'https://rest.runpod.io/v1/pods'${']'.repeat(levels)}\n`
  put('deep.ts', nested(30_000))
  put('b.js', STOP)
  const { changes, notes } = await run()
  expect(changes.map(({ path }) => path)).toEqual([join(root, 'b.js')])
  expect(notes.map(({ file, rule }) => [file, rule])).toContainEqual(['deep.ts', 'codemod.nesting'])
})

test('a call with more sites than are looked at holds its base', async () => {
  const calls = Array.from({ length: 2100 }, (_, index) => `send('/pods/${index}')`).join('\n')
  put(
    'a.js',
    `const send = (path) => fetch('https://rest.runpod.io/v1' + path, { method: 'DELETE' })\n${calls}\n`,
  )
  const { changes, notes } = await run()
  expect(changes.filter(({ after }) => after.includes('api.runpod.io'))).toEqual([])
  expect(notes.map(({ rule }) => rule)).toContain('codemod.open-wrapper')
})

test('functions that call each other in circles come to an end', async () => {
  put(
    'a.ts',
    "import { b } from './b'\nexport const a = (p: string): any => (p ? b(p) : fetch('https://rest.runpod.io/v1' + p))\na('/pods')\n",
  )
  put('b.ts', "import { a } from './a'\nexport const b = (p: string): any => a(p)\n")
  expect((await run()).notes.length).toBeGreaterThan(0)
})

const HTTP = `const V1 = 'https://rest.runpod.io/v1'
export const call = (path, init) => fetch(V1 + path, init)
`
const CALLER = (from: string): string =>
  `import { call } from '${from}'\nexport const remove = (id) => call(\`/pods/\${id}\`, { method: 'DELETE' })\n`

const movedIn = async (): Promise<number> =>
  (await run()).notes.filter(({ class: is }) => is === 'rewritten').length

test('an alias is found in the configuration that a tsconfig extends', async () => {
  put('config/base.json', '{ "compilerOptions": { "paths": { "~lib/*": ["../src/lib/*"] } } } // shared')
  put('tsconfig.json', '{ "extends": ["./config/base"], "compilerOptions": { "strict": true } }')
  put('src/lib/http.ts', HTTP)
  put('src/app/pods.ts', CALLER('~lib/http'))
  expect(await movedIn()).toBe(1)
})

test('an alias is found in a configuration that only refers to others', async () => {
  put('tsconfig.json', '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }')
  put('tsconfig.app.json', '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*"] } } }')
  put('src/http.ts', HTTP)
  put('src/pods.ts', CALLER('@/http'))
  expect(await movedIn()).toBe(1)
})

test.each([
  ['package.json', '{ "workspaces": ["packages/*"] }'],
  ['pnpm-workspace.yaml', "packages:\n  - 'packages/*'\n"],
])('a package of a workspace is read where its sources lie (%s)', async (name, text) => {
  put(name, text)
  put('packages/core/package.json', '{ "name": "@org/core", "exports": { "./http": "./dist/http.js" } }')
  put('packages/core/src/http.ts', HTTP)
  put('packages/app/src/pods.ts', CALLER('@org/core/http'))
  expect(await movedIn()).toBe(1)
})

test("a package that is not of the workspace is nobody's source", async () => {
  put('package.json', '{ "workspaces": { "packages": ["packages/*"] } }')
  put('packages/core/package.json', '{ "name": "@org/core" }')
  put('packages/core/src/http.ts', HTTP)
  put('packages/app/src/pods.ts', CALLER('@other/core/http'))
  expect(await movedIn()).toBe(0)
})

test('calls that stay are pointed at the adapter, and a later run knows them there', async () => {
  const reset = `export const reset = (id: string) => fetch(\`https://rest.runpod.io/v1/pods/\${id}/reset\`, { method: 'POST' })\n`
  const path = put('reset.ts', reset)
  const first = await runCodemod({ paths: [root], root, adapter: true })
  const [change] = first.changes
  expect(change?.after).toBe(`import { fetch } from 'upshift/fetch'\n\n${reset}`)
  expect(first.notes.map(({ rule }) => rule)).toEqual(['codemod.adapter', 'v1.pods.reset'])
  writeFileSync(path, change?.after ?? '')
  const second = await runCodemod({ paths: [root], root, adapter: true })
  expect(second.changes).toEqual([])
  expect(second.notes.map(({ rule }) => rule)).toEqual(['v1.pods.reset'])
})

test('a file that was not named is not pointed at the adapter', async () => {
  const caller = put(
    'src/call.ts',
    `import { stop } from '../lib/stop'\nvoid stop('a')\n${STOP.replace('stop', 'other')}`,
  )
  put('lib/stop.ts', STOP.replace("DELETE' }", "POST', duplex: 'half' }").replace('}`', '}/reset`'))
  const { changes } = await runCodemod({ paths: [join(root, 'src')], root, adapter: true })
  expect(changes.map(({ path }) => path)).toEqual([caller])
})
