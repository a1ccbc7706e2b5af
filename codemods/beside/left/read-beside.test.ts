import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runCodemod } from '../../project/run.ts'
// A slow machine takes long to read it for the first time.
import '../../project/rewrite-files.ts'

const made: string[] = []
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'codemod-'))
  made.push(root)
})
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

const put = (name: string, text: string): void => {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const notesOf = async (...below: readonly string[]): Promise<string[]> => {
  const { notes } = await runCodemod({ paths: below.map((one) => join(root, one)), root })
  return notes
    .filter((one) => one.class === 'follow-up')
    .map(({ file, line, rule }) => `${file}:${line} ${rule}`)
}

const LIST = `export const list = async () => (await fetch('https://rest.runpod.io/v1/pods', { headers: { Authorization: key } })).json()\nconst key = process.env.KEY ?? ''\n`

test('markup that names what v2 does not say is listed where its component has the answer, or is given it', async () => {
  put('src/api.ts', LIST)
  put(
    'src/use-pods.ts',
    `import { ref } from 'vue'\nimport { list } from './api'\nexport const usePods = () => {\n  const pods = ref([])\n  void list().then((all) => { pods.value = all })\n  return pods\n}\n`,
  )
  put(
    'src/Pods.vue',
    `<script setup>\nimport Pod from './Pod.vue'\nimport { usePods } from './use-pods'\nconst pods = usePods()\n</script>\n<template>\n  <!-- pod.machineId -->\n  <Pod v-for="pod in pods" :pod="pod" :name="pod.name" :host="pod?.machineId" />\n</template>\n`,
  )
  put(
    'src/Pod.vue',
    `<script setup>\ndefineProps(['pod'])\n</script>\n<template>\n  <b>{{ pod.lastStatusChange }} {{ pod.imageName }}</b>\n</template>\n`,
  )
  put('src/Job.vue', `<template>\n  <b>{{ job.machineId }}</b>\n</template>\n`)
  expect(await notesOf('.')).toEqual([
    'src/Pod.vue:5 v1.pods.read.lastStatusChange',
    'src/Pods.vue:8 v1.pods.read.machineId',
  ])
})

test('files outside of the paths given that use what moved are said once', async () => {
  put('.git/HEAD', '')
  put('package.json', '{ "workspaces": ["packages/*", "apps/*"] }')
  put('packages/api/package.json', '{ "name": "@fleet/api", "main": "index.ts" }')
  put('packages/api/index.ts', `export * from './list'\n`)
  put('packages/api/list.ts', LIST)
  put(
    'apps/web/a.ts',
    `import { list } from '@fleet/api'\nexport const hosts = async () => (await list()).map((one) => one.machineId)\n`,
  )
  put(
    'apps/web/b.ts',
    `import { list } from '../../packages/api/list'\nexport const names = async () => (await list()).map((one) => one.name)\n`,
  )
  put('apps/web/c.ts', `import { list } from './list'\nexport const others = () => list()\n`)
  put('apps/web/list.ts', `export const list = () => []\n`)
  expect(await notesOf('packages/api')).toEqual(['packages/api/list.ts:1 codemod.outside'])
  const { notes } = await runCodemod({ paths: [join(root, 'packages/api')], root })
  const said = notes.find(({ rule }) => rule === 'codemod.outside')?.why
  expect(said).toMatch(/^2 files outside of the paths given use .*of which apps\/web\/a\.ts may read/)
  expect(await notesOf('.')).toEqual(['apps/web/a.ts:2 v1.pods.read.machineId'])
})

test('nothing is said of the outside where all that is read of an answer is in sight', async () => {
  put('.git/HEAD', '')
  put(
    'packages/api/stop.ts',
    `export const stop = (id: string) => fetch(\`https://rest.runpod.io/v1/pods/\${id}\`, { method: 'DELETE' })\n`,
  )
  put(
    'apps/web/a.ts',
    `import { stop } from '../../packages/api/stop'\nexport const end = (pod: any) => stop(pod.machineId)\n`,
  )
  expect(await notesOf('packages/api')).toEqual([])
})
