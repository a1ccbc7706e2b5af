import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { routes } from '../../mappings/v1/index.ts'
import { loadSources, noAlias } from '../project/parse/program.ts'
import { survey } from '../project/sight/imports.ts'
import { inSightOf } from '../project/sight/in-sight.ts'
import { hostsWith } from '../sites/texts/locate.ts'
import { rewrite } from './rewrite.ts'

const made: string[] = []
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

const CLIENT = `const BASE = 'https://rest.runpod.io/v1'
const headers = { Authorization: \`Bearer \${process.env.KEY}\` }
export const client = {
  get: async (path: string) => (await fetch(\`\${BASE}\${path}\`, { headers })).json(),
}
`

/** What calls the client, by the same names in every file, and what has nothing to do with it. */
const service = (number: number): string => `import { client } from '../client'
export async function podName(id: string) {
  const pod = await client.get(\`/pods/\${id}\`)
  return pod.name
}
export async function first() {
  const templates = await client.get('/templates')
  return templates[0].id
}
const kept${number} = new Map<string, { name: string }>()
export const own${number} = (key: string) => kept${number}.get(key)?.name
`

const view = (number: number): string => `import { first, podName } from '../services/s${number}'
export const shown${number} = async (id: string) => [await first(), await podName(id)].join(' ')
`

/** How often a run over so many services looks at the text of a file, or asks what a name stands for. */
const workFor = (
  services: number,
): { readonly looks: number; readonly asked: number; readonly moved: number } => {
  const root = mkdtempSync(join(tmpdir(), 'growth-'))
  made.push(root)
  const texts = new Map([['client.ts', CLIENT]])
  for (let number = 0; number < services; number++)
    texts.set(`services/s${number}.ts`, service(number)).set(`views/v${number}.ts`, view(number))
  for (const folder of ['services', 'views']) mkdirSync(join(root, folder))
  for (const [path, text] of texts) writeFileSync(join(root, path), text)
  const paths = [...texts.keys()].map((path) => join(root, path))
  const sources = loadSources(paths, noAlias)
  let looks = 0
  for (const file of sources.files) {
    const { text } = file
    const look = (): string => {
      looks += 1
      return text
    }
    Object.defineProperty(file, 'text', { get: look })
  }
  let asked = 0
  const { getSymbolAtLocation } = sources.checker
  sources.checker.getSymbolAtLocation = (node) => {
    asked += 1
    return getSymbolAtLocation(node)
  }
  const around = { paths: [root], others: survey([], []), components: [], broken: new Set<string>() }
  const inSight = inSightOf(sources, { ...around, alias: noAlias })
  const { changes } = rewrite(sources, { routes, hosts: hostsWith(), root, inSight })
  return { looks, asked, moved: changes.length }
}

test('of files that share a client, what is looked at for each does not grow with their number', () => {
  const [some, more, most] = [workFor(6), workFor(12), workFor(24)]
  expect(most.moved).toBeGreaterThan(0)
  // What is done for each file alone doubles with the step; what is done for each two files grows fourfold
  expect((most.looks - more.looks) / (more.looks - some.looks)).toBeLessThan(2.05)
  expect((most.asked - more.asked) / (more.asked - some.asked)).toBeLessThan(2.05)
}, 60_000)
