import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runCodemod } from './run.ts'

const made: string[] = []
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adapter-'))
  made.push(root)
})
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

const put = (name: string, text: string): string => {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}
const STOP = `export const stop = (id) => fetch(\`https://rest.runpod.io/v1/pods/\${id}\`, { method: 'DELETE' })\n`

test('calls that stay are pointed at the adapter, and a later run knows them there', async () => {
  const reset = `export const reset = (id: string) => fetch(\`https://rest.runpod.io/v1/pods/\${id}/reset\`, { method: 'POST' })\n`
  const path = put('reset.ts', reset)
  const first = await runCodemod({ paths: [root], root, adapter: true })
  const [change] = first.changes
  expect(change?.after).toBe(`import { fetch } from 'upshift/fetch'\n\n${reset}`)
  expect(first.notes.map(({ rule }) => rule)).toEqual(['codemod.adapter', 'v1.pods.reset'])
  writeFileSync(path, change?.after ?? '')
  const second = await runCodemod({ paths: [root], root, adapter: true })
  expect(second.changes).toEqual([])
  expect(second.notes.map(({ rule }) => rule)).toEqual(['v1.pods.reset'])
})

test('a call at the adapter gets no marker, and the import goes with the last call that stayed', async () => {
  const list = `export const list = async () => (await fetch('https://rest.runpod.io/v1/pods')).json()\n`
  const path = put('calls.ts', `${list}${STOP.replace("DELETE' }", "POST' }").replace('}`', '}/reset`')}`)
  const run = async (adapter?: true): Promise<string> => {
    const { changes } = await runCodemod({ paths: [root], root, ...(adapter ? { adapter } : {}) })
    for (const one of changes) writeFileSync(one.path, one.after)
    return readFileSync(path, 'utf8')
  }
  const first = await run(true)
  expect(first).toMatch(/^import \{ fetch \} from 'upshift\/fetch'\nimport \{ podsFromV2 \}/)
  expect(await run()).toBe(first)
  expect(await run(true)).toBe(first)
  writeFileSync(path, first.replace("/reset`, { method: 'POST' }", "`, { method: 'DELETE' }"))
  expect(await run()).not.toContain('upshift/fetch')
})

test('a file that was not named is not pointed at the adapter', async () => {
  const caller = put(
    'src/call.ts',
    `import { stop } from '../lib/stop'\nvoid stop('a')\n${STOP.replace('stop', 'other')}`,
  )
  put('lib/stop.ts', STOP.replace("DELETE' }", "POST', duplex: 'half' }").replace('}`', '}/reset`'))
  const { changes } = await runCodemod({ paths: [join(root, 'src')], root, adapter: true })
  expect(changes.map(({ path }) => path)).toEqual([caller])
})
