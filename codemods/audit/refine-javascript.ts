import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { diffLines } from 'diff'
import type { Note } from '../project/note.ts'
import type { AuditFinding, Drawer } from './finding.ts'
import { fingerprintOf } from './finding.ts'
import { isJavaScript } from './is-javascript.ts'

/** What the codemod would do to a file. */
export interface PlannedChange {
  readonly path: string
  /** Undefined for a file that does not exist yet. */
  readonly before: string | undefined
  readonly after: string
}

/** The codemod's own findings on JavaScript and TypeScript. */
export interface CodemodPlan {
  readonly changes: readonly PlannedChange[]
  readonly notes: readonly Note[]
}

/** The lines of the text before that a change takes away or replaces. */
const changedLines = ({ before = '', after }: PlannedChange): ReadonlySet<number> => {
  const lines = new Set<number>()
  let line = 1
  for (const { count, added, removed } of diffLines(before, after)) {
    if (removed) for (let at = 0; at < count; at++) lines.add(line + at)
    if (!added) line += count
  }
  return lines
}

const drawerOf = (rule: string): Drawer | undefined => {
  if (rule.startsWith('v1.')) return 'rest-v1'
  return rule.startsWith('graphql.') || rule === 'codemod.graphql-document' ? 'graphql' : undefined
}

const lineText = (file: string, line: number): string => {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[line - 1] ?? ''
  } catch {
    return ''
  }
}

/** A place that only the codemod saw: it follows values where text rules cannot. */
const fromNote = (note: Note, cwd: string): AuditFinding | undefined => {
  const drawer = drawerOf(note.rule)
  if (!drawer || note.class === 'rewritten') return undefined
  const { file, line, column, rule, why, confidence } = note
  return {
    rule,
    file,
    line,
    column,
    endColumn: column + 1,
    drawer,
    class: 'decision',
    old: note.v1 ?? rule,
    v2: note.v2 ?? '',
    fix: 'manual',
    confidence,
    why: `${why}: ${note.fix}`,
    fingerprint: fingerprintOf(rule, file, lineText(resolve(cwd, file), line), 0),
  }
}

/** A path that is taken for v1's because the program calls v1, and for nothing that stands beside it. */
const isGuessed = ({ drawer, confidence, old }: AuditFinding): boolean =>
  drawer === 'rest-v1' && confidence !== 'high' && old.includes('/v1/')

const key = (file: string, line: number): string => `${file}\0${line}`

/** Two reasons of one place; where one says what the other does, it alone. */
const together = (why: string, more: string): string => {
  if (why.includes(more)) return why
  return more.includes(why) ? more : `${why}; ${more}`
}

/**
 * Lets the codemod's analysis judge what the text rules found in JavaScript and TypeScript: what it would rewrite is
 * automatic, what it leaves is a person's, and what only it sees is added. Where it followed every address to its calls, no
 * other path is one: `revalidatePath('/templates')` is the program's own.
 */
export const refineJavaScript = (
  findings: readonly AuditFinding[],
  plan: CodemodPlan,
  cwd: string,
): readonly AuditFinding[] => {
  const changed = new Set<string>()
  for (const change of plan.changes)
    for (const line of changedLines(change))
      changed.add(key(relative(cwd, change.path).split('\\').join('/'), line))
  const left = new Map(
    plan.notes.filter((note) => note.class !== 'rewritten').map((note) => [key(note.file, note.line), note]),
  )
  const isWhole =
    plan.notes.some(({ class: kind }) => kind === 'rewritten') &&
    !plan.notes.some(({ class: kind }) => kind === 'left')
  const isOwn = (finding: AuditFinding): boolean => {
    const place = key(finding.file, finding.line)
    return (
      isWhole && isJavaScript(finding.file) && isGuessed(finding) && !changed.has(place) && !left.has(place)
    )
  }
  const judged = findings
    .filter((finding) => !isOwn(finding))
    .map((finding): AuditFinding => {
      if (!isJavaScript(finding.file) || finding.fix === 'none') return finding
      const place = key(finding.file, finding.line)
      const note = left.get(place)
      if (changed.has(place) && !note) return { ...finding, fix: 'automatic', confidence: 'high' }
      if (note)
        return {
          ...finding,
          fix: 'manual',
          why: together(finding.why, note.why),
        }
      return finding.fix === 'automatic' ? { ...finding, fix: 'assisted' } : finding
    })
  const known = new Set(findings.map(({ file, line }) => key(file, line)))
  const unseen = plan.notes
    .filter(({ file, line }) => !known.has(key(file, line)))
    .flatMap((note) => fromNote(note, cwd) ?? [])
  return [...judged, ...unseen].sort((a, b) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
  )
}
