import { expect, test } from 'vitest'
import { newProgramEach, put, said } from '../../../test/support/beside-program.ts'

newProgramEach()

const STOP = `export const stop = async (key: string) => {
  const res = await fetch('https://api.runpod.io/graphql', {
    method: 'POST',
    headers: { Authorization: \`Bearer \${key}\`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'mutation { podStop(input: { podId: "a" }) { id } }' }),
  })
  if (!res.ok) throw new Error('failed')
  return (await res.json()).data.podStop.id
}
`

const VOLUMES = `export const drop = (id: string) => fetch(\`https://rest.runpod.io/v1/networkvolumes/\${id}\`, { method: 'DELETE' })
`

test('a document says all its lines in one note', async () => {
  put('README.md', '# Pods\nGET https://rest.runpod.io/v1/pods\n\n`https://rest.runpod.io/v1`\n')
  expect(await said()).toContain('README.md:2 codemod.beside-text this names rest.runpod.io; so do lines 4')
})

test.each([
  ['README.md', 'Removes it:\n`DELETE /networkvolumes/{id}`, of\n\nDELETE /v1/networkvolumes/abc\n', 2],
  ['docs/volumes.http', '@key = k\nDELETE {{base}}/v1/networkvolumes/abc\n', 2],
])('an operation that a document names without a host: %s', async (name, text, line) => {
  put('src/volumes.ts', VOLUMES)
  put(name, text)
  const [first] = (await said()).filter((one) => one.startsWith(name))
  expect(first).toContain(
    `${name}:${line} codemod.beside-text this says DELETE /v1/networkvolumes/{networkVolumeId}, which is DELETE /v2/network-volumes/{id} now`,
  )
})

test.each(['Calls `DELETE /networkvolumes/{id}`.', 'DELETE https://rest.runpod.io/v1/networkvolumes/{id}'])(
  'a comment beside what moved says the operation as v1 had it: %s',
  async (text) => {
    put('src/volumes.ts', `/**\n * ${text}\n */\n${VOLUMES}`)
    expect(await said()).toContain(
      'src/volumes.ts:2 codemod.comment this comment says DELETE /v1/networkvolumes/{networkVolumeId}, which is DELETE /v2/network-volumes/{id} now',
    )
  },
)

test.each(['{id}', '<id>', ':id', '$ID'])(
  'a comment that says a longer path names another operation: %s',
  async (id) => {
    put('src/volumes.ts', `// DELETE /networkvolumes/${id}/snapshots never was there\n${VOLUMES}`)
    expect((await said()).filter((one) => one.includes('codemod.comment'))).toEqual([])
  },
)

test('a comment that names an address which nothing in the file says any more', async () => {
  put('src/volumes.ts', `// REST at rest.runpod.io/v1,\n// and no other.\n${VOLUMES}`)
  put('src/stop.ts', `// Asks https://api.runpod.io/graphql\n${STOP}`)
  expect((await said()).filter((one) => one.includes('codemod.comment'))).toEqual([
    'src/stop.ts:1 codemod.comment this comment names api.runpod.io/graphql, where no call of this file goes any more',
    'src/volumes.ts:1 codemod.comment this comment names rest.runpod.io, where no call of this file goes any more',
  ])
})

test('a comment that names an address which another file says to the client', async () => {
  put(
    'src/client.ts',
    `/** Base: https://rest.runpod.io/v1 */
export class Client {
  constructor(private readonly base: string) {}
  drop(id: string) {
    return fetch(\`\${this.base}/networkvolumes/\${id}\`, { method: 'DELETE' })
  }
}
`,
  )
  put(
    'src/main.ts',
    "import { Client } from './client'\nexport const drop = (id: string) => new Client('https://rest.runpod.io/v1').drop(id)\n",
  )
  expect((await said()).filter((one) => one.includes('codemod.comment'))).toEqual([
    'src/client.ts:1 codemod.comment this comment names rest.runpod.io, where no call of this file goes any more',
  ])
})

test('a comment that names an address which some call still asks is left alone', async () => {
  const reset =
    "export const reset = () => fetch('https://rest.runpod.io/v1/pods/a/reset', { method: 'POST' })\n"
  put('src/volumes.ts', `// REST at rest.runpod.io/v1\n${VOLUMES}${reset}`)
  expect((await said()).filter((one) => one.includes('codemod.comment'))).toEqual([])
})

test('a comment that names an address which a call finds when it is made is left alone', async () => {
  put(
    'src/volumes.ts',
    `// REST at rest.runpod.io/v1
const BASE = process.env.REST_URL || 'https://rest.runpod.io/v1'
export const drop = (id: string) => fetch(\`\${BASE}/networkvolumes/\${id}\`, { method: 'DELETE' })
export const reset = (id: string) => fetch(\`\${BASE}/pods/\${id}/reset\`, { method: 'POST' })
`,
  )
  expect((await said()).filter((one) => one.includes('codemod.comment'))).toEqual([])
})

test.each([
  [
    'an operation of another API',
    'README.md',
    'DELETE https://example.com/api/v1/networkvolumes/a, GET /v1/pods\n',
  ],
  [
    'an operation of another API in a comment',
    'src/other.ts',
    `// DELETE https://example.com/v1/networkvolumes/a\n${VOLUMES}`,
  ],
  ['an operation that nothing calls', 'README.md', 'POST /v1/pods/{podId}/stop\n'],
  ['what both call alike', 'README.md', 'DELETE /pods/abc\n'],
  ['other files', 'notes.yml', 'about: DELETE /v1/networkvolumes/a\n'],
])('%s is not listed', async (_what, name, text) => {
  put('src/volumes.ts', VOLUMES)
  put(name, text)
  expect((await said()).filter((one) => one.startsWith(name))).toEqual([])
})

test('a document that names both APIs says the lines of each', async () => {
  put('src/stop.ts', STOP)
  put('NOTES.md', 'https://rest.runpod.io/v1\nhttps://api.runpod.io/graphql\nhttps://rest.runpod.io/v1\n')
  const notes = (await said()).filter((one) => one.startsWith('NOTES.md'))
  expect(notes).toEqual([
    'NOTES.md:1 codemod.beside-text this names rest.runpod.io; so do lines 3',
    'NOTES.md:2 codemod.beside-text this names api.runpod.io/graphql',
  ])
})
