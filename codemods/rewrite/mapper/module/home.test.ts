import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCodemod } from '../../../project/run.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'home-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const changed = async (): Promise<
  readonly { readonly name: string; readonly isNew: boolean; readonly text: string }[]
> =>
  (await runCodemod({ paths: [root], root })).changes.map(({ path, before, after }) => ({
    name: path.slice(root.length + 1),
    isNew: before === undefined,
    text: after,
  }))

const FETCHED = `export const all = async () => (await fetch('https://rest.runpod.io/v1/pods')).json()\n`

test.each([
  ['package.json', '{ "type": "module" }'],
  ['project.json', '{ "projectType": "library" }'],
])('each package of a repository gets what is generated for itself (%s)', async (head, text) => {
  put('package.json', '{ "workspaces": ["apps/*", "libs/*"] }')
  for (const home of ['apps/web', 'libs/gpu']) {
    put(`${home}/${head}`, text)
    put(`${home}/src/pods.ts`, FETCHED)
  }
  put('scripts/list.ts', FETCHED)
  const made = (await changed()).filter(({ isNew }) => isNew)
  expect(made.map(({ name }) => name).sort()).toEqual([
    'apps/web/src/upshift.v2.ts',
    'libs/gpu/src/upshift.v2.ts',
    'scripts/upshift.v2.ts',
  ])
})

test('packages that share what an earlier run made go on sharing it', async () => {
  put('upshift.v2.ts', 'export const podsFromV2 = (old: unknown) => old\n')
  for (const home of ['web', 'worker']) {
    put(`${home}/package.json`, '{}')
    put(`${home}/pods.ts`, `import { podsFromV2 } from '../upshift.v2'\nexport { podsFromV2 }\n${FETCHED}`)
  }
  expect((await changed()).map(({ name }) => name).sort()).toEqual([
    'upshift.v2.ts',
    'web/pods.ts',
    'worker/pods.ts',
  ])
})

const ES = { type: 'module' }

test.each([
  ['what Deno runs', { 'deno.jsonc': '{} // tasks' }, '.ts'],
  ['what Deno runs below a package', { 'deno.json': '{}', 'package.json': '{}' }, '.ts'],
  [
    'sources that Node runs',
    { 'package.json': { ...ES, scripts: { go: 'FORCE=1 node --watch src/pods.ts' } } },
    '.ts',
  ],
  [
    'sources that tsx runs',
    { 'package.json': { ...ES, scripts: { go: 'node --import tsx src/pods.ts' } } },
    '',
  ],
  [
    'sources whose endings the compiler rewrites',
    { 'package.json': ES, 'tsconfig.json': { compilerOptions: { rewriteRelativeImportExtensions: true } } },
    '.ts',
  ],
  [
    'ES modules that are compiled for Node',
    { 'package.json': { ...ES, scripts: { build: 'tsc', start: 'node dist/pods.js' } } },
    '.js',
  ],
  ['CommonJS', { 'package.json': { scripts: { build: 'tsc', start: 'node dist/pods.js' } } }, ''],
  [
    'ES modules that a bundler finds',
    {
      'package.json': { ...ES, scripts: { build: 'tsc && vite build', start: 'node build/server.js' } },
      'tsconfig.json': { compilerOptions: { moduleResolution: 'bundler' } },
    },
    '',
  ],
  [
    'a file that others of its package import in full',
    {
      'package.json': ES,
      'src/main.ts': `import { all } from './pods.js'\nconsole.log(await all())\n`,
    },
    '.js',
  ],
  [
    'a file that another waits for in full',
    {
      'package.json': ES,
      'src/main.ts': `const { all } = await import('./pods.js')\nconsole.log(await all())\n`,
    },
    '.js',
  ],
  [
    'a file that imports no more than data',
    {
      'deno.json': '{}',
      'src/pods.ts': `import data from './data.json' with { type: 'json' }\nconsole.log(data)\n${FETCHED}`,
    },
    '.ts',
  ],
] as const)('an import of %s ends so', async (_name, files, ending) => {
  put('src/pods.ts', FETCHED)
  for (const [name, said] of Object.entries(files))
    put(name, typeof said === 'string' ? said : JSON.stringify(said))
  const text = (await changed()).find(({ name }) => name === 'src/pods.ts')?.text ?? ''
  expect(/upshift\.v2(.*)'/.exec(text)?.[1]).toBe(ending)
})

const VOLUMES = `export const volumes = async () => (await fetch('https://rest.runpod.io/v1/networkvolumes')).json()\n`

/** Runs, and writes what is changed. */
const run = async (): Promise<void> => {
  for (const { name, text } of await changed()) put(name, text)
}

const exported = (): string[] =>
  [...readFileSync(join(root, 'src/upshift.v2.ts'), 'utf8').matchAll(/^export const (\w+)/gm)].map(
    ([, name = '']) => name,
  )

test('what somebody wrote into a generated module is there after a run that adds to it', async () => {
  put('src/pods.ts', FETCHED)
  await run()
  const own = `${readFileSync(join(root, 'src/upshift.v2.ts'), 'utf8')}\nexport const short = (id: string) => id\n`
  put('src/upshift.v2.ts', own)
  put('src/volumes.ts', VOLUMES)
  await run()
  expect(exported().sort()).toEqual(['networkVolumesFromV2', 'podsFromV2', 'short'])
  expect(readFileSync(join(root, 'src/upshift.v2.ts'), 'utf8')).toContain(own.trimEnd())
})

test('a generated module with a conflict in it is left until that is settled', async () => {
  put('src/pods.ts', FETCHED)
  await run()
  const settled = readFileSync(join(root, 'src/upshift.v2.ts'), 'utf8')
  const conflict = `<<<<<<< ours\n${settled}=======\n>>>>>>> theirs\n`
  put('src/upshift.v2.ts', conflict)
  put('src/volumes.ts', VOLUMES)
  await run()
  expect(readFileSync(join(root, 'src/upshift.v2.ts'), 'utf8')).toBe(conflict)
  put('src/upshift.v2.ts', settled)
  await run()
  expect(exported().sort()).toEqual(['networkVolumesFromV2', 'podsFromV2'])
})

test('a generated module that was never committed is written again', async () => {
  put('src/pods.ts', FETCHED)
  put('src/volumes.ts', VOLUMES)
  await run()
  rmSync(join(root, 'src/upshift.v2.ts'))
  await run()
  expect(exported().sort()).toEqual(['networkVolumesFromV2', 'podsFromV2'])
})

test('what comes into a package later shares the module that is there', async () => {
  put('src/pods/list.ts', FETCHED)
  await run()
  put('src/volumes/list.ts', VOLUMES)
  expect((await changed()).map(({ name }) => name).sort()).toEqual([
    'src/pods/upshift.v2.ts',
    'src/volumes/list.ts',
  ])
})

test('a function of a module that somebody called otherwise is not imported once more', async () => {
  put('src/pods.ts', FETCHED)
  await run()
  renameSync(join(root, 'src/upshift.v2.ts'), join(root, 'src/words.ts'))
  const own = readFileSync(join(root, 'src/pods.ts'), 'utf8').replace('./upshift.v2', './words')
  put('src/pods.ts', own + FETCHED.replace('all', 'more'))
  const [{ text } = { text: '' }, ...others] = await changed()
  expect(text.match(/\bimport\b/g)).toHaveLength(1)
  expect(others).toEqual([])
})
