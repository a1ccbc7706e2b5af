import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCodemod } from '../run.ts'

const API = `export const ROOT = 'https://rest.runpod.io/v1'
export async function api(path, init) {
  const res = await fetch(ROOT + path, { headers: { Authorization: 'Bearer ' + process.env.KEY }, ...init })
  return res.json()
}
`

/** What a run makes of some files: those that change, and what is left, with the line. */
const run = async (files: Readonly<Record<string, string>>) => {
  const root = mkdtempSync(join(tmpdir(), 'components-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const { changes, notes } = await runCodemod({ paths: [root], root })
  const left = notes.filter((note) => note.class === 'left')
  return {
    changed: changes.map(({ path }) => path.slice(root.length + 1)).sort(),
    left: left.map(({ rule, file, line, v1 }) => `${file}:${line} ${rule} ${v1 ?? ''}`.trim()),
    why: left.map(({ why }) => why),
  }
}

const PODS =
  "import { api } from './api.js'\nexport const names = async () => (await api('/pods')).map((one) => one.name)\n"

test('the code in front of a page of Astro and its script each have their own names', async () => {
  const page = `---
const ROOT = 'https://example.com'
const pods = await (await fetch(ROOT + '/backup')).json()
---
<script>
  const ROOT = 'https://rest.runpod.io/v1'
  const pods = await (await fetch(ROOT + '/pods')).json()
</script>
`
  expect((await run({ 'index.astro': page })).left).toEqual(['index.astro:7 codemod.language GET /v1/pods'])
})

test('a component that calls the API through a module keeps the base of that module', async () => {
  const { changed, left } = await run({
    'api.js': API,
    'pods.js': PODS,
    'Volumes.svelte': `<script>
  import { api as call } from '$lib/api'
  const load = async () => (volumes = await call<Volume[]>('/networkvolumes', { method: 'GET' }))
</script>
`,
  })
  expect(changed).toEqual([])
  expect(left).toEqual([
    'pods.js:2 codemod.shared-base GET /v1/pods',
    'Volumes.svelte:3 codemod.language /v1/networkvolumes',
  ])
})

test('a wrapper that only a component calls is not said to be uncalled', async () => {
  const { changed, left, why } = await run({
    'api.js': `${API}export const volumes = async () => (await fetch(ROOT + '/networkvolumes')).json()\n`,
    'Pods.vue': `<script setup>
import * as rest from './api'
const pods = await rest.api('/pods')
</script>
`,
  })
  expect(changed).toEqual([])
  expect(left).toEqual([
    'api.js:6 codemod.shared-base GET /v1/networkvolumes',
    'Pods.vue:3 codemod.language GET /v1/pods',
  ])
  expect(why[0]).toContain('Pods.vue:3')
})

test('a component that sends documents through a module is listed, and holds nothing', async () => {
  const { changed, left } = await run({
    'gql.js': `export async function gql(query) {
  const res = await fetch('https://api.runpod.io/graphql', { method: 'POST', headers: { Authorization: \`Bearer \${process.env.KEY}\` }, body: JSON.stringify({ query }) })
  const { data, errors } = await res.json()
  if (errors) throw new Error(errors[0].message)
  return data
}
export const halt = (id) => gql(\`mutation { podStop(input: { podId: "\${id}" }) { id } }\`)
`,
    'Pods.vue': `<script setup>
import { gql } from './gql'
const pods = (await gql('query { myself { pods { id name } } }')).myself.pods
</script>
`,
  })
  expect(changed).toEqual(['gql.js', 'upshift.v2.js'])
  expect(left).toEqual(['Pods.vue:3 codemod.language myself.pods'])
})

test('pages and own services of the same words are nobody else’s calls', async () => {
  const { changed, left } = await run({
    'api.js': API,
    'pods.js': PODS,
    'Links.vue': `<script setup>
import { names } from './pods'
import { http } from './backend'
const all = await http.get('/pods')
</script>
<template><NuxtLink to="/pods">{{ names() }}</NuxtLink></template>
`,
  })
  expect(changed).toContain('api.js')
  expect(left).toEqual([])
})

test('what a component says of the API itself is listed by its operations', async () => {
  const { left } = await run({
    'List.vue': `<script setup>
const halt = (id) => fetch(\`https://rest.runpod.io/v1/pods/\${id}/stop\`, { method: 'POST', headers })
</script>
`,
    'Note.astro': '---\nconst host = "rest.runpod.io"\n---\n<p>{host}</p>\n',
  })
  expect(left).toEqual([
    'List.vue:2 codemod.language POST /v1/pods/{podId}/stop',
    'Note.astro:2 codemod.host-mention',
  ])
})

test('a component that calls by the base of a module keeps that base', async () => {
  const module = `export const ROOT: string = 'https://rest.runpod.io/v1'
export const headers = () => ({ Authorization: 'Bearer ' + process.env.KEY })
export const remove = (id: string) => fetch(\`\${ROOT}/pods/\${id}\`, { method: 'DELETE', headers: headers() })
`
  const component = `<template><button @click="start(id)" /></template>
<script setup lang="ts">
import { headers, ROOT } from './api'
const start = (id: string) => fetch(\`\${ROOT}/pods/\${<string>id}/start\`, { method: 'POST', headers: headers() })
</script>
`
  expect(await run({ 'api.ts': module, 'Start.vue': component })).toMatchObject({
    changed: [],
    left: [
      'api.ts:3 codemod.shared-base DELETE /v1/pods/{podId}',
      'Start.vue:4 codemod.language POST /v1/pods/{podId}/start',
    ],
  })
})

test('what a component gives its markup keeps the old words', async () => {
  const module = `interface Pod { id: string; machineId?: string; imageName: string }
export const list = async (): Promise<Pod[]> =>
  (await fetch('https://rest.runpod.io/v1/pods', { headers: { Authorization: 'Bearer ' + process.env.KEY } })).json()
`
  const component = `<script setup lang="ts">
import { list } from './api'
const pods = await list() // of /pods
</script>
<template><li v-for="pod in pods">{{ pod.imageName }}</li></template>
`
  const { changed, left } = await run({ 'api.ts': module, 'Pods.vue': component })
  expect(changed).toEqual(['api.ts', 'upshift.v2.ts'])
  expect(left).toEqual([])
})

test('a component whose script cannot be read is looked through as text', async () => {
  const component =
    "<script>\nimport { api } from './api.js'\nconst pods = await api('/pods')\nconst = 1\n</script>\n"
  const { changed, left } = await run({ 'api.js': API, 'pods.js': PODS, 'Pods.vue': component })
  expect(changed).toEqual([])
  expect(left).toEqual(['pods.js:2 codemod.shared-base GET /v1/pods', 'Pods.vue:3 codemod.language /v1/pods'])
})

const BASED = `export const ROOT = 'https://rest.runpod.io/v1'
export const remove = (id) => fetch(\`\${ROOT}/pods/\${id}\`, { method: 'DELETE', headers: headers() })
`

test.each([
  [
    'Start.vue',
    "<script lang='tsx'>\nimport { ROOT } from './api'\nexport default () => <b onClick={() => fetch(`${ROOT}/pods/1/start`, { method: 'POST' })} />\n</script>",
    'POST /v1/pods/{podId}/start',
  ],
  [
    'Start.svelte',
    "<script>\nimport { ROOT } from './api'\n</script>\n<b on:click={() => fetch(`${ROOT}/pods/1/start`, { method: 'POST' })} />",
    '/v1/pods',
  ],
  [
    'Start.astro',
    "---\nimport { ROOT } from './api'\nconst = 1\nawait fetch(ROOT + '/pods/1/start', { method: 'POST' })\n---",
    '/v1/pods',
  ],
])(
  'a base stays that %s calls by in markup, or in a script of another kind',
  async (name, component, old) => {
    const { changed, left } = await run({ 'api.js': BASED, [name]: component })
    expect(changed).toEqual([])
    expect(left).toContainEqual('api.js:2 codemod.shared-base DELETE /v1/pods/{podId}')
    expect(left).toContainEqual(expect.stringMatching(new RegExp(`^${name}:[34] codemod.language ${old}$`)))
    expect(left).toHaveLength(2)
  },
)

const LISTED = `export interface Pod { id: string; imageName: string }
export const list = async (): Promise<Pod[]> =>
  (await fetch('https://rest.runpod.io/v1/pods', { headers: { Authorization: 'Bearer ' + process.env.KEY } })).json()
export const firstImage = async () => (await list())[0]?.imageName
`

test.each<[string, Readonly<Record<string, string>>]>([
  [
    'imports the directory by an alias',
    {
      'src/lib/pods.ts': LISTED,
      'src/lib/index.ts': "export { list } from './pods'\n",
      'src/Page.svelte':
        "<script>\nimport { list } from '$lib'\n</script>\n{#await list() then [pod]}{pod.imageName}{/await}",
    },
  ],
  [
    'has names of the program without an import',
    {
      'package.json': '{ "private": true, "devDependencies": { "nuxt": "^3" } }',
      'utils/pods.ts': LISTED,
      'pages/index.vue':
        '<script setup>\nconst [pod] = await list()\n</script>\n<template>{{ pod.imageName }}</template>',
    },
  ],
  [
    'says the type',
    {
      'pods.ts': `import type { Pod } from './Pod.vue'\n${LISTED.slice(LISTED.indexOf('\n') + 1)}`,
      'Pod.vue': '<script lang="ts">\nexport interface Pod { id: string; imageName: string }\n</script>',
    },
  ],
])('the words stay that a component reads which %s', async (_, files) => {
  const { changed, left } = await run({ 'package.json': '{ "private": true }', ...files })
  expect(changed.filter((path) => path.includes('upshift.v2'))).toHaveLength(1)
  expect(left).toEqual([])
})

test('a call through a name that a tool imports is listed, and keeps the base', async () => {
  const page = `<script setup>
const start = (id) => api(\`/pods/\${id}/start\`, { method: 'POST' })
</script>
`
  const route = "export default defineEventHandler(() => api('/networkvolumes/1', { method: 'DELETE' }))\n"
  const own = "<script setup>\nconst api = (path) => $fetch('/api' + path)\nawait api('/pods')\n</script>\n"
  const modules = {
    'server/utils/http.js': API,
    'server/utils/volumes.js': PODS.replace('./api.js', './http'),
  }
  const manifest = { 'package.json': '{ "private": true, "dependencies": { "nuxt": "^3" } }' }
  const { changed, left } = await run({ ...manifest, ...modules, 'a.vue': page, 'b.js': route, 'c.vue': own })
  expect(changed).toEqual([])
  expect(left).toEqual(
    expect.arrayContaining([
      'a.vue:2 codemod.unimported /v1/pods',
      'b.js:1 codemod.unimported /v1/networkvolumes',
    ]),
  )
  expect(left.filter((one) => one.startsWith('c.vue'))).toEqual([])
})

test('a path that says its version holds the host that a component calls by', async () => {
  const module = `const HOST = 'https://rest.runpod.io'
export const call = (path, init) => fetch(\`\${HOST}\${path}\`, { ...init, headers: { Authorization: process.env.KEY } })
export const remove = (id) => call(\`/v1/pods/\${id}\`, { method: 'DELETE' })
`
  const component =
    "<script>\nimport { call } from './api'\n</script>\n<b on:click={() => call('/v1/pods/1/start', { method: 'POST' })} />\n"
  expect(await run({ 'api.js': module, 'Start.svelte': component })).toMatchObject({
    changed: [],
    left: [
      'api.js:3 codemod.shared-base DELETE /v1/pods/{podId}',
      'Start.svelte:4 codemod.language /v1/pods',
    ],
  })
})

test('a component whose script is of another language is not said to be broken', async () => {
  const main = `import Pods from './Pods.vue'
export const end = (id) => fetch('https://rest.runpod.io/v1/pods/' + id, { method: 'DELETE', headers: { Authorization: 'Bearer ' + process.env.KEY } })
mount(Pods)
`
  const component =
    '<script lang="coffee">\nstart = (id) -> "#{id} ->"\n</script>\n<template><p>{{ start }}</p></template>\n'
  const { changed, left } = await run({ 'main.js': main, 'Pods.vue': component })
  expect(changed).toEqual(['main.js'])
  expect(left).toEqual([])
})
