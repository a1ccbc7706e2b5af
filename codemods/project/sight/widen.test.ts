import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCodemod } from '../run.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'widen-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

// `./pods` looks like a path of REST v1, so that the file is parsed, and with it what it imports.
test('a caller is found that another file imports by a name like a path of the API', async () => {
  put('package.json', '{ "type": "module" }')
  put(
    'gql.js',
    `export async function gql(query, variables) {
  const init = { method: 'POST', headers: { Authorization: \`Bearer \${process.env.RUNPOD_API_KEY}\` } }
  const answer = await fetch('https://api.runpod.io/graphql', { ...init, body: JSON.stringify({ query, variables }) })
  const { data, errors } = await answer.json()
  if (errors) throw new Error(errors[0].message)
  return data
}
`,
  )
  put(
    'pods.js',
    `import { gql } from './gql.js'\nexport const stop = (id) => gql('mutation { podStop(input: { podId: "' + id + '" }) { id } }')\n`,
  )
  put('index.js', `import { stop } from './pods.js'\nawait stop('one')\n`)
  const { changes, notes } = await runCodemod({ paths: [root], root })
  expect(notes.filter(({ class: is }) => is === 'left')).toEqual([])
  expect(changes.map(({ path }) => path.slice(root.length + 1)).sort()).toEqual(['pods.js', 'upshift.v2.js'])
})

const QUERY = `async function gql(query) {
  const init = { method: 'POST', headers: { Authorization: \`Bearer \${process.env.CLOUD_KEY}\` } }
  const answer = await fetch('https://api.runpod.io/graphql', { ...init, body: JSON.stringify({ query }) })
  const { data, errors } = await answer.json()
  if (errors) throw new Error(errors[0].message)
  return data
}
export const end = (id) => gql('mutation { podTerminate(input: { podId: "' + id + '" }) }')
`
const ASKED = `const data = await gql('query { myself { pods { id machineId } } }')\n  return data.myself.pods`
const LIST = `async function machines() {\n  ${ASKED}\n}\n`
const reaping = (from: string, list: string, names = list.replace(/\W.*/, '')): string =>
  `import { ${names}, end } from '${from}'\nfor (const one of await ${list}()) if (!one.machineId) await end(one.id)\n`

// None of the files that end a pod names the service.
test.each<[string, string, Record<string, string>]>([
  ['by its name', `export ${LIST}`, { 'reap.js': reaping('./api.js', 'machines') }],
  ['by another', `${LIST}export { machines as hosts }\n`, { 'reap.js': reaping('./api.js', 'hosts') }],
  [
    'by a file that passes all on',
    `export ${LIST}`,
    { 'index.js': `export * from './api.js'\n`, 'reap.js': reaping('./index.js', 'machines') },
  ],
  [
    'as the default, that is named later',
    `export default ${LIST}`,
    {
      'lib.js': `export { default as hosts, end } from './api.js'\n`,
      'reap.js': reaping('./lib.js', 'hosts'),
    },
  ],
  [
    'as what an instance has, made elsewhere',
    `export class Fleet {\n  ${LIST.replace('async function', 'async')}}\n`,
    {
      'fleet.js': `import { Fleet } from './api.js'\nexport { end } from './api.js'\nexport const fleet = new Fleet()\n`,
      'reap.js': reaping('./fleet.js', 'fleet.machines'),
    },
  ],
  [
    'by a function that gives some of them',
    `export ${LIST}`,
    {
      'kept.js': `import { machines } from './api.js'
export { end } from './api.js'
export async function kept() {
  const all = await machines()
  return all.filter(({ id }) => id !== 'kept')
}
`,
      'reap.js': reaping('./kept.js', 'kept'),
    },
  ],
])('what ends a pod is seen where it has a GraphQL answer %s', async (_, api, others) => {
  put('package.json', '{ "type": "module", "private": true }')
  put('api.js', QUERY + api)
  for (const [path, text] of Object.entries(others)) put(path, text)
  const { notes } = await runCodemod({ paths: [root], root })
  expect(notes.filter(({ class: is }) => is === 'left').map(({ rule }) => rule)).toEqual([
    'graphql.pods.read.machineId',
  ])
})

// The file that calls says nothing of the service, but the name of an address.
test.each([
  ['a constant', 'export const PODS_URL = `${BASE}/pods`', 'PODS_URL'],
  ['a sum', "export const PODS_URL = BASE + '/pods'", 'PODS_URL'],
  ['a table', 'export const URLS = { pods: `${BASE}/pods` }', 'URLS.pods'],
])('a call is found of an address that another file makes of its base: %s', async (_, made, said) => {
  put('urls.js', `const BASE = 'https://rest.runpod.io/v1'\n${made}\n`)
  const [name] = said.split('.')
  put(
    'stop.js',
    `import { ${name} } from './urls.js'\nexport const end = (id) => fetch(\`\${${said}}/\${id}\`, { method: 'DELETE' })\n`,
  )
  const { changes, notes } = await runCodemod({ paths: [root], root })
  expect(notes.filter(({ class: is }) => is === 'left')).toEqual([])
  expect(changes.map(({ path }) => path.slice(root.length + 1))).toEqual(['urls.js'])
})

// The constant that a wrapper exports as well has the file that passes it on read before the wrapper is looked for.
test('calls of a wrapper are found that come by a file that passes all on', async () => {
  put('package.json', '{ "type": "module", "private": true }')
  put(
    'remote.js',
    `export const URL = 'https://api.runpod.io/graphql'\n${QUERY.replace(
      "'https://api.runpod.io/graphql'",
      'URL',
    )
      .replace('async', 'export async')
      .replace(/export const end.*/s, '')}`,
  )
  put('index.js', `export * from './remote.js'\n`)
  put('deep/index.js', `export { gql as ask } from '../index.js'\n`)
  put(
    'stop.js',
    `import { ask } from './deep/index.js'\nexport const stop = (id) => ask('mutation { podStop(input: { podId: "' + id + '" }) { id } }')\n`,
  )
  const { changes, notes } = await runCodemod({ paths: [root], root })
  expect(notes.filter(({ rule }) => rule === 'graphql.helper')).toEqual([])
  expect(changes.map(({ path }) => path.slice(root.length + 1))).toContain('stop.js')
})

test('a field of GraphQL that no file reads is not asked for, also where the answer goes to another file', async () => {
  put('package.json', '{ "type": "module", "private": true }')
  const asked = 'gpuTypes { id lowestPrice(input: { gpuCount: 1 }) { stockStatus availableGpuCounts } }'
  put(
    'api.js',
    `${QUERY}export async function prices() {
  const data = await gql('query { ${asked} }')
  return data.gpuTypes
}
`,
  )
  put('list.js', `import { prices } from './api.js'\nfor (const one of await prices()) console.log(one.id)\n`)
  const { notes } = await runCodemod({ paths: [root], root })
  expect(notes.map(({ rule }) => rule)).toContain('codemod.graphql-unread')
})
