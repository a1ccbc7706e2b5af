import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { diffLines } from 'diff'
import type { Note } from '../project/note.ts'
import type { AuditFinding, Drawer } from './finding.ts'
import { byPlace, fingerprintOf } from './finding.ts'
import { isJavaScript } from './text/is-javascript.ts'

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

const placeOf = ({ file, line }: Pick<AuditFinding, 'file' | 'line'>): string => `${file}\0${line}`

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
  const seen = seenBy(plan, cwd)
  const known = new Set(findings.map(placeOf))
  const judged = findings.filter((finding) => !isOwn(seen, finding)).map((finding) => judge(seen, finding))
  const unseen = plan.notes
    .filter((note) => !known.has(placeOf(note)))
    .flatMap((note) => fromNote(note, cwd) ?? [])
  return [...judged, ...unseen].sort(byPlace)
}

/** What the codemod makes of the places that it looked at. */
interface Seen {
  /** Lines that it would change. */
  readonly changed: ReadonlySet<string>
  /** What it says of those that it leaves. */
  readonly left: ReadonlyMap<string, Note>
  /** Whether it moved something, and left nothing. */
  readonly isWhole: boolean
}

const seenBy = ({ changes, notes }: CodemodPlan, cwd: string): Seen => {
  const changed = changes.flatMap((change) => {
    const file = relative(cwd, change.path).split('\\').join('/')
    return [...changedLines(change)].map((line) => placeOf({ file, line }))
  })
  const open = notes.filter((note) => note.class !== 'rewritten')
  return {
    changed: new Set(changed),
    left: new Map(open.map((note) => [placeOf(note), note])),
    isWhole: open.length < notes.length && !open.some((note) => note.class === 'left'),
  }
}

/** Whether a path is the program's own, since every address of the service was followed to its calls. */
const isOwn = ({ changed, left, isWhole }: Seen, finding: AuditFinding): boolean => {
  const place = placeOf(finding)
  return (
    isWhole && isJavaScript(finding.file) && isGuessed(finding) && !changed.has(place) && !left.has(place)
  )
}

const judge = ({ changed, left }: Seen, finding: AuditFinding): AuditFinding => {
  if (!isJavaScript(finding.file) || finding.fix === 'none') return finding
  const note = left.get(placeOf(finding))
  if (note) return { ...finding, fix: 'manual', why: together(finding.why, note.why) }
  if (changed.has(placeOf(finding))) return { ...finding, fix: 'automatic', confidence: 'high' }
  return finding.fix === 'automatic' ? { ...finding, fix: 'assisted' } : finding
}
