import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuditResult, audit } from './audit.ts'
import type { AuditFinding } from './finding.ts'
import { loadVocabulary } from './load-vocabulary.ts'
import type { CompiledVocabulary } from './words/vocabulary.ts'

/**
 * Each fixture is a small tree in one text file: `-- path --` begins a file, and the last section, `-- findings --`,
 * says what the audit must find there. UPDATE_FIXTURES=1 rewrites that section.
 */
const FIXTURES = new URL('./fixtures/', import.meta.url)
const HEADING = /^-- (.+) --\n/gm

let vocabulary: CompiledVocabulary
const roots: string[] = []

beforeAll(async () => {
  vocabulary = await loadVocabulary()
})
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

const sectionsOf = (text: string): readonly (readonly [string, string])[] => {
  const headings = [...text.matchAll(HEADING)]
  return headings.map((heading, at) => [
    heading[1] ?? '',
    text.slice(heading.index + heading[0].length, headings[at + 1]?.index),
  ])
}

const run = (text: string): AuditResult => {
  const root = mkdtempSync(join(tmpdir(), 'upshift-audit-'))
  roots.push(root)
  for (const [path, content] of sectionsOf(text)) {
    if (path === 'findings') continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return audit([root], vocabulary, { cwd: root, today: '2026-11-21' })
}

const say = (finding: AuditFinding): string => {
  const { file, line, column, drawer, rule, old, v2, suppressed } = finding
  const change = v2 === '' ? old : `${old} -> ${v2}`
  const mark = suppressed ? ` {${suppressed.kind}: ${suppressed.reason}}` : ''
  return `${file}:${line}:${column} ${drawer} ${finding.class} ${finding.confidence} ${rule} [${change}]${mark}`
}

const report = ({ findings, inventory, skipped }: AuditResult): string =>
  [
    ...findings.map(say),
    ...inventory.map((one) => `listed ${one.file}:${one.line} ${one.drawer} [${one.old}]`),
    ...skipped.map(({ path, why }) => `skipped ${path} ${why}`),
  ].join('\n')

describe.each(readdirSync(FIXTURES).sort())('%s', (name) => {
  const path = new URL(name, FIXTURES)
  const text = readFileSync(path, 'utf8')
  const [tree = '', expected = ''] = text.split('-- findings --\n')

  test('finds what it says, no more and no less', () => {
    const found = report(run(tree))
    if (process.env.UPDATE_FIXTURES) writeFileSync(path, `${tree}-- findings --\n${found}\n`)
    else expect(found).toBe(expected.trimEnd())
  })

  test('fingerprints survive moved lines and are all different', () => {
    const moved = tree.replace(HEADING, (heading) =>
      /\.(json|ipynb|lock|mod|http)/.test(heading) ? heading : `${heading}\n\n`,
    )
    const before = run(tree).findings.map(({ fingerprint }) => fingerprint)
    expect(new Set(before).size).toBe(before.length)
    expect(run(moved).findings.map(({ fingerprint }) => fingerprint)).toEqual(before)
  })
})
