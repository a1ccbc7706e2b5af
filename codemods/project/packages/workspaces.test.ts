import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCodemod } from '../run.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'workspaces-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

type Files = Readonly<Record<string, string>>

const CLOUD = `const API = 'https://rest.runpod.io/v1'
const headers = { Authorization: \`Bearer \${process.env.KEY}\` }
export async function pods() {
  const res = await fetch(\`\${API}/pods\`, { headers })
  if (!res.ok) throw new Error('no pods')
  return await res.json()
}
export async function end(id) {
  await fetch(\`\${API}/pods/\${id}\`, { method: 'DELETE', headers })
}
`
const lost = (from: string): string =>
  `import { pods, end } from '${from}'\nfor (const pod of await pods()) if (!pod.machineId) await end(pod.id)\n`
const harmless = (from: string): string =>
  `import { pods } from '${from}'\nfor (const pod of await pods()) console.log(pod.name, pod.imageName)\n`

const rulesLeft = async (files: Files): Promise<string[]> => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { notes } = await runCodemod({ paths: [root], root })
  return notes.filter(({ class: is }) => is === 'left').map(({ rule }) => rule)
}

const npm: Files = { 'package.json': '{ "private": true, "workspaces": ["packages/*"] }' }
const READER = 'packages/worker/main.js'
const reader: Files = { 'packages/worker/package.json': '{ "name": "worker", "private": true }' }
const api = (manifest: object): Files => ({
  ...reader,
  'packages/api/package.json': JSON.stringify({ name: '@acme/cloud', ...manifest }),
})

// What reads the answers says nothing of the service, and does not say the name of the file either.
test.each<[string, Files, string, string]>([
  [
    'of another package',
    { ...npm, ...api({ main: 'dist/index.js' }), 'packages/api/src/index.js': CLOUD },
    READER,
    '@acme/cloud',
  ],
  [
    'of a workspace of Lerna',
    {
      'lerna.json': '{ "packages": ["packages/*"] }',
      ...api({ main: 'index.js' }),
      'packages/api/index.js': CLOUD,
    },
    READER,
    '@acme/cloud',
  ],
  [
    'of a path that a package names',
    {
      ...npm,
      ...api({ exports: { './fleet': './dist/rest/pods.js' } }),
      'packages/api/src/rest/pods.js': CLOUD,
    },
    READER,
    '@acme/cloud/fleet',
  ],
  [
    'of a pattern of paths',
    { ...npm, ...api({ exports: { './of/*': './dist/rest/*.js' } }), 'packages/api/src/rest/pods.js': CLOUD },
    READER,
    '@acme/cloud/of/pods',
  ],
  [
    'by a third package',
    {
      ...npm,
      ...api({ main: 'dist/index.js' }),
      'packages/api/src/index.js': CLOUD,
      'packages/kit/package.json': '{ "name": "kit" }',
      'packages/kit/index.js': "export * from '@acme/cloud'\n",
    },
    READER,
    'kit',
  ],
  [
    'by a directory',
    {
      ...reader,
      'packages/worker/package.json': '{ "dependencies": { "cloud": "file:../api" } }',
      'packages/api/package.json': '{ "name": "cloud", "main": "lib/index.js" }',
      'packages/api/src/index.js': CLOUD,
    },
    READER,
    'cloud',
  ],
  [
    'of the directory of a package',
    { ...npm, ...api({ main: 'rest.js' }), 'packages/api/rest.js': CLOUD },
    READER,
    '../api',
  ],
  [
    'of a build',
    { ...npm, ...api({ main: 'dist/rest.js' }), 'packages/api/src/rest/index.js': CLOUD },
    READER,
    '../api/dist/rest/index.js',
  ],
  [
    'by a name of the package',
    { 'package.json': '{ "imports": { "#fleet": "./src/rest/pods.js" } }', 'src/rest/pods.js': CLOUD },
    'src/main.js',
    '#fleet',
  ],
  [
    "by the package's own name",
    { 'package.json': '{ "name": "tool", "exports": { "./fleet": "./src/pods.js" } }', 'src/pods.js': CLOUD },
    'src/main.js',
    'tool/fleet',
  ],
  [
    'by a path of a configuration',
    {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@cloud": ["./libs/rest/pods.js"] } } }',
      'libs/rest/pods.js': CLOUD,
    },
    'main.js',
    '@cloud',
  ],
])('what ends a pod is seen where it has an answer %s', async (_, files, path, from) => {
  expect(await rulesLeft({ ...files, [path]: lost(from) })).toEqual(['v1.pods.read.machineId'])
  expect(await rulesLeft({ [path]: harmless(from) })).toEqual([])
})

// The file that reads the answer imports nothing that has to do with it.
test.each<[string, Files]>([
  [
    'a function of another file',
    {
      'src/main.js':
        "import { pods, end } from './cloud.js'\nimport { sweep } from './sweep.js'\nawait sweep(await pods(), end)\n",
      'src/sweep.js':
        'export const sweep = async (all, end) => {\n  for (const pod of all) if (!pod.machineId) await end(pod.id)\n}\n',
    },
  ],
  [
    'a function behind another file',
    {
      'src/main.js':
        "import { pods, end } from './cloud.js'\nimport { each } from './each.js'\nawait each(await pods(), end)\n",
      'src/each.js':
        "import { sweep } from './sweep.js'\nexport const each = async (all, end) => {\n  for (const one of all) await sweep(one, end)\n}\n",
      'src/sweep.js':
        'export const sweep = async (pod, end) => {\n  if (!pod.machineId) await end(pod.id)\n}\n',
    },
  ],
])('what ends a pod is seen where %s is handed the answer', async (_, files) => {
  const manifest = { 'package.json': '{ "private": true, "type": "module" }' }
  expect(await rulesLeft({ ...manifest, 'src/cloud.js': CLOUD, ...files })).toEqual([
    'v1.pods.read.machineId',
  ])
})

test('what a file of another package reads is told where nobody can follow how it got there', async () => {
  await rulesLeft({
    ...npm,
    ...api({ main: 'dist/index.js' }),
    'packages/api/src/index.js': CLOUD,
    [READER]: `import { pods, end } from '@acme/cloud'
shelf.each('pods', async (all) => {
  for (const pod of all) if (!pod.machineId) await end(pod.id)
})
shelf.keep('pods', await pods())
`,
  })
  const { notes } = await runCodemod({ paths: [root], root })
  const told = notes.filter(({ rule }) => rule === 'v1.pods.read.machineId')
  expect(told.map(({ file, line }) => `${file}:${line}`)).toEqual([`${READER}:3`])
})

// It looks for a name that v2's body does not have.
const REPLACED = `const original = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const isSecure = JSON.parse(String(init?.body ?? '{}')).cloudType !== 'COMMUNITY'
  if (String(input).endsWith('/pods') && !isSecure) throw new Error('only the secure cloud')
  return original(input, init)
}
`
const CREATE = `export const create = (name) => fetch('https://rest.runpod.io/v1/pods', {
  method: 'POST',
  body: JSON.stringify({ name, imageName: 'a/b', gpuTypeIds: ['NVIDIA A40'], gpuCount: 1, cloudType: 'SECURE' }),
})
`

test.each<[string, string[], string, Files]>([
  ['its own', ['codemod.body'], 'packages/worker/fetch.js', {}],
  [
    'one that depends on it',
    ['codemod.body'],
    'packages/app/fetch.js',
    { 'packages/app/package.json': '{ "name": "app", "dependencies": { "worker": "*" } }' },
  ],
  ['the directory above', ['codemod.body'], 'fetch.js', {}],
  [
    'one that does not know it',
    [],
    'packages/app/fetch.js',
    { 'packages/app/package.json': '{ "name": "app" }' },
  ],
])('a global fetch that a package replaces holds calls of %s', async (_whose, left, path, more) => {
  const files = { ...npm, ...reader, ...more, 'packages/worker/create.js': CREATE, [path]: REPLACED }
  expect(await rulesLeft(files)).toEqual(left)
})
