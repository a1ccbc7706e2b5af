import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCodemod } from './run.ts'

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
