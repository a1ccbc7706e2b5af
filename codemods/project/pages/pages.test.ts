import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCodemod } from '../run.ts'

/** What a run makes of some files: those that change, and what is said, with the line. */
const run = async (files: Readonly<Record<string, string>>) => {
  const root = mkdtempSync(join(tmpdir(), 'pages-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const { changes, notes } = await runCodemod({ paths: [root], root })
  return {
    changed: changes.map(({ path }) => path.slice(root.length + 1)).sort(),
    said: notes
      .filter(({ class: is }) => is === 'left' || is === 'follow-up')
      .map(({ rule, file, line, v1 }) => `${file}:${line} ${rule} ${v1 ?? ''}`.trim()),
  }
}

const CONFIG =
  "const BASE = 'https://rest.runpod.io/v1'\nconst headers = () => ({ Authorization: `Bearer ${key}` })\n"
const REMOVE =
  "const remove = (id) => fetch(BASE + '/pods/' + id, { method: 'DELETE', headers: headers() })\n"

test('the base of a page’s scripts stays where the page itself calls by it', async () => {
  const page = `<script src="config.js"></script><script src="app.js"></script>
<script>
  const start = (id) => fetch(BASE + '/pods/' + id + '/start', { method: 'POST', headers: headers() })
</script>`
  expect(await run({ 'config.js': CONFIG, 'app.js': REMOVE, 'index.html': page })).toEqual({
    changed: [],
    said: [
      'app.js:1 codemod.shared-base DELETE /v1/pods/{podId}',
      'index.html:3 codemod.language POST /v1/pods/{podId}/start',
    ],
  })
})

test('a page without calls of its own holds nothing', async () => {
  const page =
    '<script src="config.js"></script><script src="app.js"></script>\n<script>remove(location.hash)</script>'
  expect(await run({ 'config.js': CONFIG, 'app.js': REMOVE, 'index.html': page })).toEqual({
    changed: ['config.js'],
    said: [],
  })
})

test('an address that a page says is not told to be set anew while the page calls by it', async () => {
  const page = `<meta http-equiv="Content-Security-Policy" content="connect-src https://rest.runpod.io">
<script>
  const BASE = 'https://rest.runpod.io/v1'
  fetch(BASE + '/pods').then((res) => res.json()).then((pods) => show(pods))
</script>`
  expect(await run({ 'server/remove.js': CONFIG + REMOVE, 'index.html': page })).toEqual({
    changed: ['server/remove.js'],
    said: ['index.html:4 codemod.language GET /v1/pods', 'index.html:1 codemod.beside-hosts'],
  })
})

test('a call stays whose address a page says', async () => {
  const page =
    "<script>\nconst BASE = 'https://rest.runpod.io/v1'\nconst headers = () => ({})\n</script><script src=app.js></script>"
  expect(await run({ 'app.js': `// runpod\n${REMOVE}`, 'index.html': page })).toEqual({
    changed: ['app.js'],
    said: ['app.js:2 codemod.language DELETE /v1/pods/{podId}'],
  })
})

test('a page alone is listed, and a document that only shows a call as such', async () => {
  const calls = "<script>\nfetch('https://rest.runpod.io/v1/pods')\n</script>"
  const shows = '<pre>curl https://rest.runpod.io/v1/pods</pre><script>highlight()</script>'
  expect(await run({ 'index.html': calls, 'docs.html': shows })).toEqual({
    changed: [],
    said: ['index.html:2 codemod.language GET /v1/pods', 'docs.html:1 codemod.beside-script'],
  })
})

test.each([
  ['a handler in its markup', `<b onclick="fetch(BASE + '/pods/1/start', { method: 'POST' })"></b>`],
  ['a script that does not parse', "<script>\nconst a = {{ a }}; fetch(BASE + '/pods/1/start', a)</script>"],
])('the base of a page’s scripts stays where %s calls by it', async (_, markup) => {
  const { changed, said } = await run({
    'app.js': CONFIG + REMOVE,
    'index.html': `<script src="/static/app.js?v=1"></script>${markup}`,
  })
  expect(changed).toEqual([])
  expect(said).toEqual([
    'app.js:3 codemod.shared-base DELETE /v1/pods/{podId}',
    expect.stringMatching(/^index.html:[12] codemod.language \/v1\/pods$/),
  ])
})

test('what a page says under the same name for itself, or has commented out, holds nothing', async () => {
  const page = `<script src="app.js"></script>
<script>addEventListener('load', () => { const BASE = '/local'; fetch(BASE + '/pods') })</script>
<!-- <script>fetch(BASE + '/pods')</script> -->`
  expect(await run({ 'app.js': CONFIG + REMOVE, 'index.html': page })).toEqual({
    changed: ['app.js'],
    said: [],
  })
})

test('what a script gives the page that names it keeps the old words', async () => {
  const script = `${CONFIG}async function list() {
  return (await fetch(BASE + '/pods', { headers: headers() })).json()
}
async function firstImage() {
  return (await list())[0].imageName
}
`
  const page =
    '<script src="app.js"></script><script>list().then(([pod]) => console.log(pod.imageName))</script>'
  const { changed, said } = await run({ 'app.js': script, 'index.html': page })
  expect(changed).toEqual(['app.js'])
  expect(said).toEqual(['app.js:4 codemod.classic-script GET /v1/pods'])
})

test('a page of many lines is read in no time', async () => {
  const page = `<script>\nfetch('https://rest.runpod.io/v1/pods')\n</script>\n${`<p>${' '.repeat(60)}</p>\n`.repeat(20_000)}`
  expect((await run({ 'app.js': CONFIG + REMOVE, 'index.html': page })).changed).toEqual(['app.js'])
})

const LOAD =
  "fetch(BASE + '/pods').then((res) => res.json()).then((pods) => { document.title = pods.length })\n"

test.each([
  ['a constant', "const BASE = 'https://rest.runpod.io/v1'", LOAD],
  [
    'a member of the window',
    "window.BASE = 'https://rest.runpod.io/v1'",
    LOAD.replace('BASE', 'window.BASE'),
  ],
])(
  'the calls of a page’s script are listed where the page alone says the address, as %s',
  async (_, said, script) => {
    const files = {
      'app.js': script,
      'index.html': `<script>${said}</script>\n<script src="app.js"></script>`,
    }
    expect((await run(files)).said).toEqual(['app.js:1 codemod.language GET /v1/pods'])
  },
)

test('what another page declares under the same name keeps no scripts of a page apart', async () => {
  const { changed, said } = await run({
    'app.js': REMOVE,
    'config.js': CONFIG,
    'index.html': '<script src="config.js"></script><script src="app.js"></script>',
    'other.html': "<script>const BASE = '/api'; fetch(BASE + '/pods')</script>",
  })
  expect(changed).toEqual(['config.js'])
  expect(said).toEqual([])
})

test('a script of two pages stays where each says another address by the same name', async () => {
  const { changed, said } = await run({
    'app.js': REMOVE,
    'config.js': CONFIG,
    'index.html': '<script src="config.js"></script><script src="app.js"></script>',
    'other.html':
      "<script>const BASE = '/api'; const headers = () => ({})</script><script src=app.js></script>",
  })
  expect(changed).toEqual(['app.js'])
  expect(said).toEqual(['app.js:1 codemod.alternatives'])
})

test('two pages with scripts of the same name have each its own', async () => {
  const page = (base: string): string =>
    `<script>const BASE = '${base}'</script><script src="./app.js"></script>`
  const { said } = await run({
    'a/app.js': LOAD,
    'a/index.html': page('https://rest.runpod.io/v1'),
    'b/app.js': LOAD,
    'b/index.html': page('https://example.com'),
  })
  expect(said).toEqual(['a/app.js:1 codemod.language GET /v1/pods'])
})

const API = `const BASE = 'https://rest.runpod.io/v1'
export const api = async (path, init) => (await fetch(BASE + path, { ...init, headers: { Authorization: key } })).json()
export const end = (id) => api('/pods/' + id, { method: 'DELETE' })
`
const PACKAGE = '{ "type": "module", "private": true }'

test('a call that a page makes by a name of its import map keeps the base', async () => {
  const pageWith = (map: string, code: string): string =>
    `<script type="importmap">${map}</script>\n<script type="module">\n${code}\nconst pods = await api('/pods')\n</script>\n`
  const files = { 'package.json': PACKAGE, 'api.js': API }
  const held = {
    changed: [],
    said: ['api.js:3 codemod.shared-base DELETE /v1/pods/{podId}', 'index.html:4 codemod.language /v1/pods'],
  }
  const named = pageWith('{ "imports": { "api": "./api.js" } }', "import { api } from 'api'")
  expect(await run({ ...files, 'index.html': named })).toEqual(held)
  const awaited = pageWith('{ "imports": { "lib/": "./" } }', "const { api } = await import('lib/api.js')")
  expect(await run({ ...files, 'index.html': awaited })).toEqual(held)
  const others = pageWith(
    '{ "imports": { "other": "https://example.com/api.js" } }',
    "import { api } from 'own'",
  )
  expect(await run({ ...files, 'index.html': others })).toEqual({ changed: ['api.js'], said: [] })
})

test('an address that a page says to its scripts is listed, and none that it shows or links to', async () => {
  const page = `<meta name="description" content="Pods of https://rest.runpod.io/v1 at a glance">
<a href="https://rest.runpod.io/v1/docs">docs</a><!-- <meta content="https://rest.runpod.io/v1"> -->
<meta name="api" content="https://rest.runpod.io/v1">
<main data-api='https://rest.runpod.io/v1'></main>
`
  const script = `<script type="module">
  const base = document.querySelector('meta[name=api]').content
  const pods = await (await fetch(base + '/pods', { headers })).json()
</script>
`
  expect(await run({ 'index.html': page + script })).toEqual({
    changed: [],
    said: ['index.html:3 codemod.language', 'index.html:4 codemod.language'],
  })
  expect(await run({ 'index.html': page })).toEqual({ changed: [], said: [] })
})
