import { rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  CLIENT,
  codemod,
  newProgramEach,
  put,
  run,
  said,
  within,
} from '../../../test/support/beside-program.ts'

newProgramEach()

const ENVIRONMENT = 'src/api.ts:2 codemod.environment POD_API_URL overrides the base address that moved'

test('a variable that overrides the base is said once, with what it must be set to', async () => {
  put('src/other.ts', CLIENT)
  const notes = await run()
  expect(notes.map(({ rule }) => rule)).toEqual(['codemod.environment'])
  expect(notes[0]?.fix).toBe('where the program is deployed, set POD_API_URL to https://api.runpod.io/v2')
})

test('a variable that is a part of the base must be set to that part', async () => {
  put(
    'src/parts.ts',
    "const { HOST = 'rest.runpod.io', VERSION = 'v1' } = process.env\nexport const halt = (id) => fetch(`https://${HOST}/${VERSION}/pods/${id}`, { method: 'DELETE' })\n",
  )
  put('.env', 'HOST=rest.runpod.io\nVERSION=v1\n')
  const notes = await run()
  expect(notes.filter(({ file }) => file !== 'src/api.ts').map(({ fix }) => fix)).toEqual([
    'where the program is deployed, set HOST to api.runpod.io',
    'where the program is deployed, set VERSION to v2',
    'set it to api.runpod.io',
    'set it to v2',
  ])
})

test('what an earlier run moved is still overridden, until a program only speaks v2', async () => {
  put(
    'src/other.ts',
    "export const reset = (id) => fetch(`https://rest.runpod.io/v1/pods/${id}/reset`, { method: 'POST' })\n",
  )
  const { changes } = await codemod()
  for (const { path, after } of changes) writeFileSync(path, after)
  put('.env', 'POD_API_URL=https://rest.runpod.io/v1\n')
  expect(await said()).toEqual([
    ENVIRONMENT,
    '.env:1 codemod.beside-setting POD_API_URL names rest.runpod.io',
  ])
  rmSync(within('src/other.ts'))
  rmSync(within('.env'))
  expect(await run()).toEqual([])
})

test.each([
  ['a worker', 'env.PODS_URL', 'wrangler.toml', 'PODS_URL = "https://rest.runpod.io/v1"\n'],
  ['the environment', "process.env['PODS_URL']", '.env.example', 'PODS_URL=https://rest.runpod.io/v1\n'],
])(
  'a setting that alone says where calls go is not to be set before them: %s',
  async (_name, read, file, text) => {
    put(
      'src/worker.ts',
      `export const halt = (env: Env, id: string) =>\n  fetch(\`\${${read}}/pods/\${id}/stop\`)\n`,
    )
    put(file, text)
    const notes = (await codemod()).notes.filter(({ rule }) => rule.startsWith('codemod.beside'))
    expect(notes.map((one) => one.class)).toEqual(['left'])
    expect(notes[0]?.why).toContain('(src/worker.ts:2)')
    put(
      'src/worker.ts',
      `export const halt = (id: string) =>\n  fetch(\`\${${read} ?? 'https://rest.runpod.io/v1'}/pods/\${id}\`)\n`,
    )
    expect(await said()).toContain(`${file}:1 codemod.beside-setting PODS_URL names rest.runpod.io`)
  },
)

test.each([
  ['.env', 'LIST=https://rest.runpod.io/v1/pods\n', "say it in v2's words, at https://api.runpod.io/v2"],
  [
    '.github/workflows/n.yml',
    "  await fetch('https://rest.runpod.io/v1/pods/a/stop')\n",
    "say it in v2's words, at https://api.runpod.io/v2",
  ],
  ['compose.yml', 'BASE: https://rest.runpod.io/v1/\n', 'set it to https://api.runpod.io/v2'],
  ['deploy/a.yml', 'BASE: https://rest.runpod.io\n', 'set it to https://api.runpod.io'],
])('the address of a call is not to be set to a base: %s', async (name, text, fix) => {
  put(name, text)
  expect((await run()).find(({ file }) => file === name)?.fix).toBe(fix)
})

test('an environment file is read for its keys, and no value of it is ever said', async () => {
  put('.gitignore', '.env\n')
  put('.env', 'POD_API_URL=https://rest.runpod.io/v1\nAPI_KEY=top-secret\n')
  put('.env.example', '# where the pods are\nPOD_API_URL=\nJOBS_URL=https://api.runpod.ai/v2\n')
  const notes = await run()
  expect(JSON.stringify(notes)).not.toMatch(/top-secret/)
  expect(await said()).toEqual([
    ENVIRONMENT,
    '.env:1 codemod.beside-setting POD_API_URL names rest.runpod.io',
    '.env.example:2 codemod.beside-setting POD_API_URL is set here, and overrides a base address that moved',
  ])
})

test("a host whose version the program says itself is given v2's host alone", async () => {
  put('.env', 'POD_API_URL=https://rest.runpod.io\nOTHER_URL="https://rest.runpod.io/v1"\n')
  const fixes = (await run()).flatMap(({ rule, fix }) => (rule === 'codemod.beside-setting' ? fix : []))
  expect(fixes).toEqual(['set it to https://api.runpod.io', 'set it to https://api.runpod.io/v2'])
})

describe('lines that must change too', () => {
  test.each([
    [
      'compose.yaml',
      'services:\n  app:\n    environment:\n      - POD_API_URL=${BASE}\n',
      4,
      'setting',
      'POD_API_URL is set here',
    ],
    [
      'k8s/app.yml',
      'env:\n  - name: POD_API_URL\n    value: https://rest.runpod.io/v1\n',
      3,
      'setting',
      'POD_API_URL names',
    ],
    [
      '.github/workflows/ci.yml',
      'env:\n  POD_API_URL: ${{ secrets.URL }}\n',
      2,
      'setting',
      'POD_API_URL is set here',
    ],
    [
      'main.tf',
      'variable "x" {\n  default = "https://rest.runpod.io/v1"\n}\n',
      2,
      'setting',
      'default names',
    ],
    [
      'Dockerfile',
      'FROM node\nENV POD_API_URL=https://rest.runpod.io/v1\n',
      2,
      'setting',
      'POD_API_URL names',
    ],
    ['nginx.conf', 'location /p {\n  proxy_pass https://rest.runpod.io/v1;\n}\n', 2, 'hosts', 'this names'],
    [
      'public/_headers',
      "/*\n  Content-Security-Policy: connect-src 'self' https://rest.runpod.io\n",
      2,
      'hosts',
      'Content-Security-Policy names',
    ],
    [
      'package.json',
      '{ "scripts": {\n  "types": "openapi-typescript https://rest.runpod.io/v1/openapi.json -o v1.ts",\n  "list": "curl https://rest.runpod.io/v1/pods"\n} }\n',
      2,
      'types',
      'types names',
    ],
    [
      'render.yaml',
      'envVars:\n  - key: POD_API_URL\n    value: https://rest.runpod.io/v1\n',
      3,
      'setting',
      'POD_API_URL names',
    ],
    [
      'task.json',
      '{ "environment": [{ "name": "POD_API_URL", "value": "https://rest.runpod.io/v1" }] }\n',
      1,
      'setting',
      'POD_API_URL names',
    ],
    [
      'vercel.json',
      '{ "env": { "POD_API_URL": "https://rest.runpod.io/v1" } }\n',
      1,
      'setting',
      'POD_API_URL names',
    ],
    ['manifest.json', '{ "host_permissions": ["https://rest.runpod.io/*"] }\n', 1, 'hosts', 'this names'],
    ['capabilities.json', '{ "allow": [{ "url": "https://rest.runpod.io/*" }] }\n', 1, 'hosts', 'this names'],
    ['netlify.toml', '[[redirects]]\n  to = "https://rest.runpod.io/v1/:splat"\n', 2, 'hosts', 'to names'],
    [
      'test/__snapshots__/a.test.ts.snap',
      'exports[`asks 1`] = `"https://rest.runpod.io/v1/pods"`;\n',
      1,
      'recording',
      'this names',
    ],
    ['test/pods.har', '{ "url": "https://rest.runpod.io/v1/pods" }\n', 1, 'recording', 'this names'],
    ['bin/list.sh', 'curl -s https://rest.runpod.io/v1/pods\n', 1, 'script', 'this names'],
  ])('%s', async (name, text, line, purpose, why) => {
    put(name, text)
    const lines = await said()
    expect(
      lines.find((one) => one.startsWith(`${name}:${line} codemod.beside-${purpose} ${why}`)),
      lines.join('\n'),
    ).toBeDefined()
  })

  test('what sends on what it is asked is not just to be let through', async () => {
    put('nginx.conf', 'location /p {\n  proxy_pass https://rest.runpod.io/v1;\n}\n')
    expect((await run()).find(({ file }) => file === 'nginx.conf')?.fix).toBe(
      'move those who ask it before it goes to https://api.runpod.io/v2, or let upshift serve answer them in its place',
    )
  })

  test('what lies above the directory named is looked at up to the repository, and no further', async () => {
    put('.git/HEAD', 'ref: refs/heads/main\n')
    put('.env.example', 'POD_API_URL=\n')
    put('deploy/app.yaml', 'POD_API_URL: x\n')
    put('other/app.yaml', 'POD_API_URL: x\n')
    const files = (await run(within('src'))).map(({ file }) => file)
    expect(files).toEqual(['src/api.ts', '.env.example', 'deploy/app.yaml'])
  })
})

test.each([
  [
    'another host',
    '.env.example',
    'URL=https://rest.runpod.io.example.com/v1\nB=https://myrest.runpod.io/v1\n',
  ],
  [
    'the job API and v2',
    'app.yaml',
    'jobs: https://api.runpod.ai/v2\nv2: https://api.runpod.io/v2\nPOD_API_URL: https://api.runpod.io/v2\n',
  ],
  ['a lock file', 'package-lock.json', '{ "x": "https://rest.runpod.io/v1" }'],
  ['a variable in prose or a comment', 'README.md', 'Set POD_API_URL to your own server.\n'],
  ['a longer name', '.env.example', 'POD_API_URL_TIMEOUT=5\n'],
])('%s is not listed', async (_what, name, text) => {
  put(name, text)
  expect(await said()).toEqual([ENVIRONMENT])
})

test('nothing is listed beside a program that calls nothing old', async () => {
  put('src/api.ts', "export const run = () => fetch('https://api.runpod.ai/v2/abc/run')\n")
  put('.env.example', 'POD_API_URL=\n')
  expect(await said()).toEqual([])
})

test('a setting whose calls all stay is to be left until they have moved', async () => {
  put(
    'src/api.ts',
    "const base = process.env.POD_API_URL ?? 'https://rest.runpod.io/v1'\nexport const reset = (id: string) => fetch(`${base}/pods/${id}/reset`, { method: 'POST' })\n",
  )
  const setting = 'POD_API_URL=https://rest.runpod.io/v1\n'
  put('.env.example', `# by default https://rest.runpod.io/v1\n${setting}`)
  const of = async () => (await codemod()).notes.filter(({ rule }) => rule === 'codemod.beside-setting')
  expect(await of()).toMatchObject([
    {
      class: 'left',
      why: 'POD_API_URL names rest.runpod.io, and every call whose address it overrides stays on v1',
      fix: 'leave it until they have moved, then set it to https://api.runpod.io/v2',
    },
  ])
  put('.env.example', setting)
  put('src/halt.ts', CLIENT)
  const inTwoSteps = [{ class: 'follow-up', fix: 'set it to https://api.runpod.io/v2' }]
  const { changes } = await codemod()
  expect(await of()).toMatchObject(inTwoSteps)
  for (const { path, after } of changes) writeFileSync(path, after)
  expect(await of()).toMatchObject(inTwoSteps)
})
