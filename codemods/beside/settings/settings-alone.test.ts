import { expect, test } from 'vitest'
import { codemod, newProgramEach, put, run, said } from '../../../test/support/beside-program.ts'

newProgramEach()

test('a setting that is a member among others alone says where calls go, too', async () => {
  put(
    'src/client.ts',
    'export const http = axios.create({ baseURL: process.env.PODS_URL!, timeout: 1000 })\n',
  )
  put('.env', 'PODS_URL=https://rest.runpod.io/v1\n')
  const found = (await codemod()).notes.filter(({ rule }) => rule === 'codemod.beside-setting')
  expect(found.map((one) => [one.class, one.why.includes('(src/client.ts:1)')])).toEqual([['left', true]])
})

test('what is to be said where it is read says the version as the setting does', async () => {
  put(
    'src/client.ts',
    "const http = axios.create({ baseURL: process.env.PODS_URL })\nexport const pods = () => http.get('/v1/pods')\n",
  )
  put('.env', 'PODS_URL=https://rest.runpod.io\n')
  const found = (await codemod()).notes.find(({ rule }) => rule === 'codemod.beside-setting')
  expect(found?.fix).toContain("(… ?? 'https://rest.runpod.io')")
})

test.each([
  [
    'an action',
    "core.getInput('base-url')",
    'action.yml',
    "inputs:\n  base-url: { default: 'https://rest.runpod.io/v1' }\n",
  ],
  [
    'an extension',
    "settings.get<string>('apiUrl')",
    'package.json',
    '{ "contributes": { "configuration": { "properties": {\n  "pods.apiUrl": {\n    "type": "string",\n    "default": "https://rest.runpod.io/v1"\n} } } } }\n',
  ],
])(
  'a setting that alone says where the calls of %s go is not to be set before them',
  async (_name, read, file, text) => {
    const halt = (base: string) =>
      `export const halt = (id: string) => fetch(\`\${${base}}/pods/\${id}\`, { method: 'DELETE' })\n`
    put('src/halt.ts', halt(read))
    put(file, text)
    const notes = (await codemod()).notes.filter(({ rule }) => rule === 'codemod.beside-setting')
    expect(notes.map((one) => [one.file, one.class])).toEqual([[file, 'left']])
    expect(notes[0]?.why).toContain('(src/halt.ts:1)')
    put('src/halt.ts', halt(`${read} || 'https://rest.runpod.io/v1'`))
    expect((await run()).find((one) => one.file === file)?.fix).toBe('set it to https://api.runpod.io/v2')
  },
)

const ONE = '{ "pods": { "base": "https://rest.runpod.io/v1" } }\n'

test.each([
  ['src/config.json', ONE, "import config from './config.json'\nconst { base } = config.pods\n"],
  ['src/config.json', ONE, "const { base } = require('./config').pods\n"],
  [
    'settings.yaml',
    'pods:\n  base: https://rest.runpod.io/v1\n',
    "const { base } = load(readFileSync('settings.yaml'))\n",
  ],
  ['config/default.json', ONE, "import config from 'config'\nconst base = config.get<string>('pods.base')\n"],
])('a file that alone says where calls go is not to be set before them: %s, %s', async (file, text, read) => {
  const halt = (base: string) =>
    `${read}export const halt = (id: string) => fetch(\`\${${base}}/pods/\${id}/stop\`, { method: 'POST' })\n`
  put('src/halt.ts', halt('base'))
  put(file, text)
  const found = (await codemod()).notes.filter(({ rule }) => rule === 'codemod.beside-setting')
  expect(found.map((one) => [one.file, one.class])).toEqual([[file, 'left']])
  expect(found[0]?.why).toMatch(/\(src\/halt\.ts:\d\)/)
  // with an address beside it, the calls were followed to that
  put('src/halt.ts', halt("(base ?? 'https://rest.runpod.io/v1')"))
  expect((await run()).find((one) => one.file === file)?.fix).toBe('set it to https://api.runpod.io/v2')
})

test.each([
  'export const base = process.env.PODS_URL || DEFAULT_URL\n',
  "export const { PODS_URL } = z.object({ PODS_URL: z.string().default('https://api.runpod.io/v2') }).parse(env)\nkeep(env.PODS_URL)\n",
  "process.env.PODS_URL = 'unset' // runpod\n",
])('a setting does not alone say where calls go: %s', async (text) => {
  put('src/settings.ts', text)
  put('.env', 'PODS_URL=https://rest.runpod.io/v1\n')
  expect(await said()).toContain('.env:1 codemod.beside-setting PODS_URL names rest.runpod.io')
})

test('a setting is to be left where only calls of GraphQL moved', async () => {
  put('src/api.ts', 'export {}\n')
  const send = "import { HttpClient } from '@actions/http-client'\nexport const halt = (id: string) =>\n"
  put(
    'src/halt.ts',
    `${send}  new HttpClient('me').del(\`\${core.getInput('api') || 'https://rest.runpod.io/v1'}/pods/\${id}\`)\n`,
  )
  const document = '`mutation { podStop(input: { podId: "${id}" }) { id } }`'
  const init = `{ method: 'POST', headers: { Authorization: \`Bearer \${key}\` }, body: JSON.stringify({ query: ${document} }) }`
  put(
    'src/stop.ts',
    `export const stop = async (key: string, id: string) => {\n  const response = await fetch('https://api.runpod.io/graphql', ${init})\n  return (await response.json()).data.podStop.id\n}\n`,
  )
  put('action.yml', "inputs:\n  api: { default: 'https://rest.runpod.io/v1' }\n")
  const notes = (await codemod()).notes.filter(({ rule }) => rule === 'codemod.beside-setting')
  expect(notes.map((one) => [one.file, one.class])).toEqual([['action.yml', 'left']])
})
