import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { againstBaseline, baselineOf, readBaseline } from './baseline.ts'
import { reportSchema } from './json-schema.ts'
import type { ReportFinding, ReportModel } from './model.ts'
import { reporters } from './render.ts'
import { isLegacyUse, summarise } from './summary.ts'

const finding = (parts: Partial<ReportFinding> = {}): ReportFinding => ({
  rule: 'v1.pods.create.imageName',
  file: 'src/a b.py',
  line: 3,
  column: 5,
  endColumn: 14,
  drawer: 'rest-v1',
  class: 'required',
  old: 'imageName',
  v2: 'image',
  fix: 'assisted',
  confidence: 'high',
  why: 'v2 calls it `image`',
  fingerprint: 'aaaa',
  owners: ['@team'],
  state: 'new',
  ...parts,
})

const model = (findings: readonly ReportFinding[]): ReportModel => ({
  report: 'upshift-report/1',
  tool: { name: 'upshift', version: '0.1.0' },
  command: 'audit',
  paths: ['src'],
  files: 4,
  findings: [...findings],
  inventory: [
    finding({ drawer: 'jobs', class: 'none', fingerprint: 'jjjj', file: 'job.py', old: 'host', v2: '' }),
  ],
  rules: [...new Set(findings.map(({ rule }) => rule))].map((id) => ({ id, title: id, help: '`why`' })),
  skipped: [
    { path: 'logo.png', why: 'BINARY' },
    { path: 'node_modules/', why: 'DEPENDENCY_DIRECTORY' },
  ],
  encodings: [{ path: 'old.ini', encoding: 'latin1' }],
})

const everything = model([
  finding(),
  finding({
    fingerprint: 'bbbb',
    class: 'quiet',
    rule: 'v1.pods.read.costPerHr',
    file: 'src/b.py',
    owners: [],
  }),
  finding({
    fingerprint: 'cccc',
    class: 'decision',
    rule: 'graphql.secretCreate',
    drawer: 'graphql',
    v2: '',
    file: 'c.js',
  }),
  finding({ fingerprint: 'dddd', suppressed: { kind: 'keep', reason: 'rollback', until: '2027-01-31' } }),
  finding({ fingerprint: 'eeee', suppressed: { kind: 'ignore', reason: 'a detector' } }),
  finding({ fingerprint: 'ffff', why: '<script>alert(1)</script> | `x`', file: 'src/<i>|.py' }),
])

/** The schema's own draft is 4, which the package that ships it validates with an ajv of its own. */
const sarifErrors = (log: unknown): unknown => {
  const own = createRequire(createRequire(import.meta.url).resolve('@microsoft/jest-sarif/package.json'))
  const Ajv = own('ajv') as new (
    options: object,
  ) => {
    addMetaSchema: (schema: unknown) => void
    validate: (schema: unknown, data: unknown) => boolean
    errors: unknown
  }
  const ajv = new Ajv({ schemaId: 'auto', validateSchema: false })
  ajv.addMetaSchema(own('ajv/lib/refs/json-schema-draft-04.json'))
  return ajv.validate(own('./lib/schemas/sarif-2.1.0-rtm.5.json'), log) ? undefined : ajv.errors
}

describe('SARIF', () => {
  test.each([
    ['with findings', everything],
    ['empty', model([])],
    [
      'against a baseline',
      againstBaseline(everything, baselineOf([finding(), finding({ fingerprint: 'gone' })])),
    ],
  ])('is valid by the official schema: %s', (_, one) => {
    expect(sarifErrors(JSON.parse(reporters.sarif(one)))).toBeUndefined()
  })

  test('names every rule once, by its index, with help', () => {
    const [run] = JSON.parse(reporters.sarif(everything)).runs
    const { rules } = run.tool.driver
    expect(new Set(rules.map(({ id }: { id: string }) => id)).size).toBe(rules.length)
    for (const result of run.results) expect(rules[result.ruleIndex].id).toBe(result.ruleId)
    for (const rule of rules) expect(rule.help.markdown).not.toBe('')
  })

  test('a bad log is not valid: the check can fail', () => {
    expect(sarifErrors({ version: '2.1.0', runs: [{}] })).toBeDefined()
  })

  test('paths are URIs, suppressions say why, levels follow the class', () => {
    const [run] = JSON.parse(reporters.sarif(everything)).runs
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('src/a%20b.py')
    expect(run.results.map(({ level }: { level: string }) => level)).toEqual([
      'error',
      'warning',
      'warning',
      'error',
      'error',
      'error',
    ])
    expect(run.results[3].suppressions[0].justification).toBe('rollback')
  })
})

test('JSON fits its committed schema', () => {
  const committed = readFileSync(
    new URL('../../docs/reference/report-1.schema.json', import.meta.url),
    'utf8',
  )
  expect(committed, 'stale: run npm run generate').toBe(reportSchema())
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(committed))
  expect(validate(JSON.parse(reporters.json(everything))), JSON.stringify(validate.errors)).toBe(true)
  expect(validate({ ...JSON.parse(reporters.json(everything)), report: 'upshift-report/2' })).toBe(false)
})

describe('text', () => {
  test('counts what is open, kept and false apart', () => {
    const text = reporters.text(everything)
    expect(text).toContain('4 findings in 4 files of 4: 2 required, 1 quiet change, 1 decision.')
    expect(text).toContain('1 kept on purpose.')
    expect(text).toContain('1 marked false positives.')
    expect(text).toContain('skipped logo.png: binary')
  })
  test('says so when nothing is left', () => {
    expect(reporters.text(model([]))).toContain('Nothing left to migrate in 4 files.')
  })
})

describe('Markdown', () => {
  const text = reporters.markdown(everything)
  test('has an order of work in which every open finding stands once', () => {
    const steps = [...text.matchAll(/^\d+\. \*\*(.+?)\*\* \((\d+)/gm)]
    expect(steps.map(([, title]) => title)).toEqual(['Decide', 'Move the REST v1 calls'])
    expect(steps.reduce((sum, [, , number]) => sum + Number(number), 0)).toBe(
      summarise(everything).open.length,
    )
  })
  test('groups by owner and file, and keeps table cells whole', () => {
    expect(text).toContain('## @team (3)')
    expect(text).toContain('## nobody named (1)')
    expect(text).toContain('### src/\\<i\\>\\|.py')
    for (const row of text.split('\n').filter((line) => line.startsWith('| 3:5')))
      expect(row.match(/(?<!\\)\|/g)).toHaveLength(7)
  })
})

describe('HTML', () => {
  const html = reporters.html(everything)
  test('shows what repositories contain as text', () => {
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })
  test('asks nobody for anything', () => {
    expect(html).not.toMatch(/\b(?:src|href)\s*=|@import|url\(/)
    expect(html).toContain("default-src 'none'")
  })
})

describe('baseline', () => {
  const [first, second] = everything.findings as [ReportFinding, ReportFinding]
  test('tells new from known and counts what was done', () => {
    const known = baselineOf([first, finding({ fingerprint: 'done' })])
    const { findings, baseline } = againstBaseline(
      model([first, second]),
      readBaseline(JSON.stringify(known)),
    )
    expect(findings.map(({ state }) => state)).toEqual(['known', 'new'])
    expect(baseline).toEqual({ total: 2, known: 1, fixed: 1, fresh: 1 })
  })
  test('suppressed findings are no part of it', () => {
    expect(baselineOf(everything.findings).findings.map(({ fingerprint }) => fingerprint)).toEqual([
      'aaaa',
      'bbbb',
      'cccc',
      'ffff',
    ])
  })
  test('another file is refused', () => {
    const others = [
      '{"findings":[]}',
      '{"baseline":"upshift-baseline/1","findings":[null]}',
      'password=hunter2',
    ]
    for (const other of others) expect(() => readBaseline(other)).toThrow(/^not a baseline: write one/)
  })
})

test('legacy use is calls and names, surely; advice and libraries are not', () => {
  expect(everything.findings.filter(isLegacyUse).map(({ fingerprint }) => fingerprint)).toEqual([
    'aaaa',
    'bbbb',
    'cccc',
    'ffff',
  ])
  for (const parts of [
    { drawer: 'v2-habit' },
    { drawer: 'sdk' },
    { confidence: 'low' },
    { class: 'cleanup' },
  ] as const)
    expect(isLegacyUse(finding(parts))).toBe(false)
})
