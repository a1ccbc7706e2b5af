import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { auditText } from '../../codemods/audit/audit-text.ts'
import { loadVocabulary } from '../../codemods/audit/load-vocabulary.ts'
import { loadSources, noAlias, syntaxError } from '../../codemods/project/parse/program.ts'
import { rewrite } from '../../codemods/rewrite/rewrite.ts'
import { hostsWith } from '../../codemods/sites/texts/locate.ts'
import { routes } from '../../mappings/v1/index.ts'
import { fuzz } from '../support/mutate.ts'

const PATIENCE = 180_000
const ROOT = new URL('../../codemods/', import.meta.url).pathname

const textsBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'))

const marks = [
  '// upshift: keep -- reason (until 2027-01-31)\nfetch("https://rest.runpod.io/v1/pods")',
  '# upshift: ignore start\nx = "https://rest.runpod.io/v1"\n# upshift: ignore end',
  '<!-- upshift: ignore file -- docs -->',
  '/* rp-migrate: keep-v1 */ const q = `mutation { podStop(input: {podId: "a"}) { id } }`',
]

test(
  'the codemod: any source is rewritten to something that parses, or left',
  async () => {
    const texts = textsBelow('fixtures', /input\.[jt]s$/)
    const path = '/fuzz/input.ts'
    await fuzz(texts, 30_000, (text) => {
      const sources = loadSources([path], noAlias, () => text)
      if (sources.files.some((file) => syntaxError(file) !== undefined)) return
      const { changes } = rewrite(sources, { routes, hosts: hostsWith(), root: '/fuzz', read: () => text })
      for (const { path: changed, after } of changes) {
        const again = loadSources([changed], noAlias, () => after)
        if (again.files.some((file) => syntaxError(file) !== undefined))
          throw new Error(`broke it:\n${after}`)
      }
    })
  },
  PATIENCE,
)

test(
  'the audit: any text in any language, and its suppressions',
  async () => {
    const vocabulary = await loadVocabulary()
    const names = [
      'a.py',
      'a.sh',
      'a.md',
      'a.tf',
      'a.yaml',
      'a.go',
      'a.ts',
      'a.json',
      'Dockerfile',
      'a.html',
      'a.toml',
    ]
    const texts = [...marks, ...textsBelow('audit/fixtures', /\.txt$/)]
    let turn = 0
    await fuzz(texts, 3_000, (text) => {
      turn += 1
      auditText(names[turn % names.length] ?? '', text, vocabulary)
    })
  },
  PATIENCE,
)
