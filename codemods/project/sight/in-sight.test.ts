import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runCodemod } from '../run.ts'

const made: string[] = []
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'in-sight-'))
  made.push(root)
})
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

const put = (name: string, text: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}

/** A template's type, what asks for one, and a file that names neither the service nor a path of it. */
const project = (): void => {
  put('package.json', JSON.stringify({ name: 'app', private: true, main: 'dist/program.js' }))
  put('src/types.ts', 'export interface Template {\n  imageName: string\n}\n')
  put(
    'src/api.ts',
    `import type { Template } from './types'
export const getTemplate = async (id: string): Promise<Template> => {
  const res = await fetch(\`https://rest.runpod.io/v1/templates/\${id}\`, { headers: { Authorization: 'Bearer x' } })
  if (!res.ok) throw new Error('no template')
  return (await res.json()) as Template
}
`,
  )
  put('src/barrel.ts', "export * from './api'\nexport type { Template } from './types'\n")
  put(
    'src/program.ts',
    "import { getTemplate } from './barrel'\ngetTemplate('t').then((one) => console.log(one.imageName))\n",
  )
}

const changed = async (paths = [root]): Promise<string[]> => {
  const { changes } = await runCodemod({ paths, root })
  return changes.map(({ path }) => relative(root, path)).sort()
}

const RENAMED = ['src/api.ts', 'src/program.ts', 'src/types.ts']
const MAPPED = ['src/api.ts', 'src/upshift.v2.ts']

test('types and reads are renamed in every file that has them', async () => {
  project()
  expect(await changed()).toEqual(RENAMED)
})

test('what lies around the named directory is looked at', async () => {
  project()
  put('scripts/other.ts', "import { run } from '../src/elsewhere'\nrun()\n")
  expect(await changed([join(root, 'src')])).toEqual(RENAMED)
  put('scripts/other.ts', "import { getTemplate } from '../src/api'\ngetTemplate('t')\n")
  expect(await changed([join(root, 'src')])).toEqual(MAPPED)
})

test.each([
  ['a component', 'src/page.vue', "<script setup>\nimport { getTemplate } from './api'\n</script>\n"],
  ['a manifest', 'package.json', JSON.stringify({ exports: { './api': './dist/api.js' } })],
  ['a manifest that lets all in', 'package.json', JSON.stringify({ exports: { './*': './dist/*' } })],
  ['the entry that passes it on', 'package.json', JSON.stringify({ main: './dist/barrel.js' })],
  ['an alias', 'tsconfig.json', '{ "compilerOptions": { "paths": { "#rest": ["./src/api.ts"] } } } // ours'],
  ['a stand-in', 'src/program.test.ts', "vi.mock('./api', () => ({ getTemplate: async () => ({}) }))\n"],
  ['a module in a variable', 'src/all.ts', "import * as api from './api'\nexport const one = api\n"],
  ['a module that is loaded late', 'src/late.ts', "export const load = () => import('./api.js')\n"],
  ['another name', 'src/other.ts', "import { getTemplate as get } from './api'\nget('t')\n"],
])('%s that may use what a call gives keeps its mapper', async (_what, path, text) => {
  project()
  put(path, text)
  expect(await changed()).toEqual(MAPPED)
})

test('what a file of JavaScript exports is followed no further where a file of types says what it is', async () => {
  put('package.json', JSON.stringify({ name: 'app', private: true, type: 'module' }))
  put('src/api.d.ts', 'export declare const getTemplate: (id: string) => Promise<{ imageName: string }>\n')
  put(
    'src/api.js',
    `export const getTemplate = async (id) =>
  (await fetch(\`https://rest.runpod.io/v1/templates/\${id}\`, { headers: { Authorization: 'Bearer x' } })).json()
`,
  )
  put(
    'src/program.ts',
    "import { getTemplate } from './api.js'\nconsole.log((await getTemplate('t')).imageName)\n",
  )
  const { changes } = await runCodemod({ paths: [root], root })
  const texts = new Map(changes.map(({ path, after }) => [relative(root, path), after]))
  expect(texts.get('src/api.js')).toContain('templateFromV2')
  expect(texts.has('src/program.ts')).toBe(false)
})
