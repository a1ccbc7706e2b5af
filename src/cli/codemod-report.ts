import { createHash } from 'node:crypto'
import type { Note } from '../../codemods/project/note.ts'
import type { RunResult } from '../../codemods/project/run.ts'
import type { ReportFormat } from '../report/formats.ts'
import type { ReportFinding, ReportModel } from '../report/model.ts'
import { reporters } from '../report/render.ts'
import { partOf } from './codemod-text.ts'
import { version } from './version.ts'

/** What the report is made with. */
export interface ReportOptions {
  /** As they were given on the command line. */
  readonly paths: readonly string[]
  readonly format: ReportFormat
  /** Every change as one unified diff. */
  readonly diff: string
  /** The changes are in the files by now. */
  readonly wrote: boolean
}

const CLASSES = {
  moved: 'required',
  along: 'required',
  check: 'quiet',
  kept: 'none',
  beside: 'cleanup',
  left: 'decision',
} as const
const FIXES = {
  moved: 'automatic',
  along: 'automatic',
  check: 'assisted',
  kept: 'none',
  beside: 'assisted',
  left: 'manual',
} as const

const drawerOf = ({ rule }: Note): ReportFinding['drawer'] => {
  if (rule === 'codemod.v1-habit') return 'v2-habit'
  if (rule.startsWith('codemod.suppression')) return 'suppressions'
  return rule.includes('graphql') ? 'graphql' : 'rest-v1'
}

const fingerprint = ({ rule, file, why }: Note, rank: number): string =>
  createHash('sha256').update([rule, file, why, rank].join('\0')).digest('hex').slice(0, 16)

const findingOf = (note: Note, rank: number): ReportFinding => ({
  rule: note.rule,
  file: note.file,
  line: note.line,
  column: note.column,
  endColumn: note.column + 1,
  drawer: drawerOf(note),
  class: CLASSES[partOf(note)],
  old: note.v1 ?? note.rule,
  v2: note.v2 ?? '',
  fix: FIXES[partOf(note)],
  confidence: note.confidence,
  why: `${note.why}; ${note.fix}`,
  fingerprint: fingerprint(note, rank),
  owners: [],
  state: 'new',
})

const ranked = (notes: readonly Note[]): ReportFinding[] => {
  const seen = new Map<string, number>()
  return notes.map((note) => {
    const key = `${note.rule}|${note.file}|${note.why}`
    const rank = seen.get(key) ?? 0
    seen.set(key, rank + 1)
    return findingOf(note, rank)
  })
}

/** What is in the files by now asks for nothing more. */
const isDone = (note: Note, wrote: boolean): boolean => wrote && /^(moved|along)$/.test(partOf(note))

const doneOf = (finding: ReportFinding): ReportFinding => ({
  ...finding,
  class: 'none',
  drawer: 'rest-v2',
  fix: 'none',
})

const modelOf = (
  { notes, counts }: RunResult,
  { paths, wrote }: Pick<ReportOptions, 'paths' | 'wrote'>,
): ReportModel => {
  const kept = notes.filter((note) => note.class === 'kept')
  const done = notes.filter((note) => isDone(note, wrote))
  const open = notes.filter((note) => note.class !== 'kept' && !isDone(note, wrote))
  const titles = new Map(notes.map(({ rule, why, fix }) => [rule, { id: rule, title: why, help: fix }]))
  return {
    report: 'upshift-report/1',
    tool: { name: 'upshift', version },
    command: 'codemod',
    paths: [...paths],
    files: counts.seen,
    findings: ranked(open),
    inventory: [...ranked(kept), ...ranked(done).map(doneOf)],
    rules: [...titles.values()],
    skipped: [],
    encodings: [],
  }
}

/** The run in one of the shared formats; JSON carries the codemod's own words and the diff as well. */
export const codemodReport = (result: RunResult, options: ReportOptions): string => {
  const { format, diff } = options
  const model = modelOf(result, options)
  if (format === 'json')
    return `${JSON.stringify({ ...model, notes: result.notes, changed: result.changes.length, parsed: result.counts.parsed, diff }, undefined, 2)}\n`
  return reporters[format](model)
}
