import { describe, expect, test } from 'vitest'
import { newProgramEach, put, said, within } from '../../test/support/beside-program.ts'

newProgramEach()

describe('JSON files', () => {
  const LIST = `const base = 'https://rest.runpod.io/v1'
export const list = async () => (await fetch(\`\${base}/pods\`)).json()
`

  test('of the old shape are listed with who reads them', async () => {
    put('src/api.ts', LIST)
    put('src/__fixtures__/pods.json', '[{ "id": "a", "desiredStatus": "RUNNING", "costPerHr": 1 }]')
    put('src/api.test.ts', "import pods from './__fixtures__/pods.json'\nimport { list } from './api'\n")
    expect(await said()).toEqual([
      'src/__fixtures__/pods.json:1 codemod.beside-fixture this has the old shape (desiredStatus, costPerHr), and src/api.test.ts reads it',
    ])
  })

  test.each([
    ['one old name', '{ "id": "a", "desiredStatus": "RUNNING" }', 'desiredStatus'],
    ['a bare list', '[{ "id": "a", "name": "one" }]', 'a bare list'],
  ])('that a test reads are listed for %s', async (_what, text, shape) => {
    put('src/api.ts', LIST)
    put('src/pods.json', text)
    put('src/api.test.ts', "import pods from './pods.json'\nimport { list } from './api'\n")
    expect(await said()).toEqual([
      `src/pods.json:1 codemod.beside-fixture this has the old shape (${shape}), and src/api.test.ts reads it`,
    ])
  })

  test.each([
    ['that nobody reads', 'src/other.json', '{ "desiredStatus": "RUNNING", "costPerHr": 1 }'],
    ['of another shape', 'src/pods.json', '{ "pods": [{ "id": "a", "status": "RUNNING" }] }'],
    ['of somebody else', 'src/people.json', '[{ "id": "a", "status": "RUNNING" }]'],
    ['that are no JSON', 'src/pods.json', '{ "desiredStatus": "costPerHr'],
  ])('%s are passed over', async (_what, name, text) => {
    put('src/api.ts', LIST)
    put(name, text)
    const file = name.replace('src/other', 'src/pods').replace('src', '.')
    put('src/api.test.ts', `import pods from '${file}'\nimport { list } from './api'\n`)
    expect(await said()).toEqual([])
  })
})

test('a test of what changes that lies outside of the paths given is said, others are not', async () => {
  put('.git/HEAD', 'ref: refs/heads/main\n')
  put('test/api.test.ts', "import { halt } from '../src/api'\ntest('halts', () => halt('a'))\n")
  put('test/old.test.ts', "expect(url).toBe('https://rest.runpod.io/v1/pods')\n")
  put('test/other.test.ts', "import { x } from '../src/other'\ntest('x', () => x())\n")
  const lines = await said(within('src'))
  expect(lines.filter((one) => one.includes('test-outside'))).toEqual([
    'test/api.test.ts:1 codemod.test-outside this test belongs to code that changes, and is not among the paths given',
    'test/old.test.ts:1 codemod.test-outside this test belongs to code that changes, and is not among the paths given',
  ])
  expect((await said()).filter((one) => one.includes('test-outside'))).toEqual([])
})

test('a program that is merely called a test is none', async () => {
  const text = [
    "const base = 'https://rest.runpod.io/v1'",
    'const ask = async (path) => (await fetch(`${base}${path}`)).json()',
    "const wanted = () => ({ imageName: 'a', containerDiskInGb: 20, gpuCount: 1 })",
    'console.log(await ask(`/pods/${process.argv[2]}`), wanted())',
  ].join('\n')
  put('scripts/pods_test.mjs', text)
  expect(await said(within('scripts'))).toEqual([])
  put('scripts/pods_test.mjs', `import assert from 'node:assert'\n${text}\nassert.ok(wanted())\n`)
  expect((await said(within('scripts'))).length).toBeGreaterThan(0)
})
