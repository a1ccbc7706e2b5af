import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCodemod } from './run.ts'

/** What a run makes of some files: those that change, and what is left. */
const run = async (files: Readonly<Record<string, string>>) => {
  const root = mkdtempSync(join(tmpdir(), 'types-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries({ 'package.json': '{ "private": true }', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const { changes, notes } = await runCodemod({ paths: [root], root })
  return {
    changed: changes.map(({ path }) => path.slice(root.length + 1)).sort(),
    left: notes.flatMap(({ rule, file, class: is }) => (is === 'left' ? `${file} ${rule}` : [])),
  }
}

const body = (read = 'pod.imageName') => `{
  const res = await fetch('https://rest.runpod.io/v1/pods', { headers: { Authorization: process.env.KEY ?? '' } })
  const pods: Pod[] = await res.json()
  for (const pod of pods) if (pod.desiredStatus === 'RUNNING') console.log(${read})
}
`
const LIST = `export async function list(): Promise<void> ${body()}`
const POD = 'interface Pod { id: string; desiredStatus: string; imageName: string }\n'

test('a type in sight moves with what is read', async () => {
  const files = { 'list.ts': `import type { Pod } from './pod'\n${LIST}`, 'pod.ts': `export ${POD}` }
  expect(await run(files)).toEqual({ changed: ['list.ts', 'pod.ts'], left: [] })
})

test.each<[string, Readonly<Record<string, string>>]>([
  ['a package', { 'list.ts': `import type { Pod } from 'fleet-types'\n${LIST}` }],
  ['a file of types', { 'list.ts': LIST, 'global.d.ts': POD }],
  [
    'a namespace of a file of types',
    { 'list.ts': LIST.replace('Pod[]', 'Fleet.Pod[]'), 'fleet.d.ts': `declare namespace Fleet { ${POD} }` },
  ],
  ['a script', { 'list.ts': LIST, 'pod.ts': POD }],
  ['a module for all', { 'list.ts': LIST, 'pod.ts': `declare global { ${POD} }\nexport {}\n` }],
])('the words stay that %s says', async (_, files) => {
  expect(await run(files)).toEqual({ changed: ['list.ts', 'upshift.v2.ts'], left: [] })
})

test('the words stay of a type that another module adds to', async () => {
  const { changed } = await run({
    'list.ts': `import type { Pod } from './pod'\nexport async function list(): Promise<void> ${body('pod.costPerHr')}`,
    'pod.ts': `export ${POD}`,
    'extend.ts': "export {}\ndeclare module './pod' { interface Pod { costPerHr: number } }\n",
  })
  expect(changed).toEqual(['list.ts', 'upshift.v2.ts'])
})

test('a script keeps the half of an interface that another one says the rest of, and stays a script', async () => {
  const { changed, left } = await run({
    'list.ts': `${POD}async function list(): Promise<void> ${body()}list()\n`,
    'sample.ts':
      "interface Pod { costPerHr?: number }\nconst sample: Pod = { id: 'a', desiredStatus: 'EXITED', imageName: 'x' }\n",
  })
  expect(changed).toEqual(['list.ts'])
  expect(left).toEqual(['list.ts codemod.classic-script'])
})

test('scripts that use what one of them declares stay scripts', async () => {
  const { left } = await run({
    'list.ts': `${POD}async function list(): Promise<void> ${body()}`,
    'main.ts': 'list().then(() => console.log("done"))\nconst none: Pod[] = []\n',
  })
  expect(left).toEqual(['list.ts codemod.classic-script'])
})

test('scripts that each say all that they need move', async () => {
  const { changed, left } = await run({
    'list.ts': `${POD}async function list(): Promise<void> ${body()}list()\n`,
    'count.ts': `interface Pod { desiredStatus: string }\nasync function count(): Promise<void> ${body('pods.length')}count()\n`,
  })
  expect(changed).toEqual(['count.ts', 'list.ts', 'upshift.v2.ts'])
  expect(left).toEqual([])
})
