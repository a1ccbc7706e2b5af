import type { TextAudit } from './audit-text.ts'
import { type AuditFinding, type Draft, type FixKind, fingerprintOf, type Suppression } from './finding.ts'
import { type Marked, markFor, marksOf } from './suppressions.ts'
import { isJavaScript } from './text/is-javascript.ts'
import { type LineTable, lineTable } from './text/lines.ts'

/** What the comments of a file suppress, and what is wrong with them, at places of the file. */
const marksIn = ({ pieces }: TextAudit, lines: LineTable, today: string) => {
  const read = pieces.map(({ piece, stretches }) => {
    const { marked, problems } = marksOf(
      piece.text,
      stretches,
      (at) => lines.at(piece.toFile(at)).line,
      today,
    )
    const inFile = problems.map((draft) => ({
      ...draft,
      start: piece.toFile(draft.start),
      end: piece.toFile(draft.end - 1) + 1,
    }))
    return { marked, problems: inFile }
  })
  return { marked: read.flatMap(({ marked }) => marked), problems: read.flatMap(({ problems }) => problems) }
}

/** Numbers the findings of one rule on lines that say the same, in their order. */
const rankedFingerprints = (path: string) => {
  const ranks = new Map<string, number>()
  return (rule: string, line: string): string => {
    const key = `${rule}\0${line.replace(/\s+/g, ' ').trim()}`
    const rank = ranks.get(key) ?? 0
    ranks.set(key, rank + 1)
    return fingerprintOf(rule, path, line, rank)
  }
}

/** Lines and columns, suppressions and fingerprints for the drafts of one file. */
export const fileFindings = (
  path: string,
  text: string,
  audit: TextAudit,
  today: string,
): readonly AuditFinding[] => {
  const lines = lineTable(text)
  const { marked, problems } = marksIn(audit, lines, today)
  const fingerprint = rankedFingerprints(path)
  return [...audit.drafts, ...problems]
    .sort((a, b) => a.start - b.start)
    .map((draft): AuditFinding => {
      const { start, end, fix, ...rest } = draft
      const { line, column } = lines.at(start)
      const lineText = lines.text(line)
      const mark = draft.drawer === 'suppressions' ? undefined : markFor(marked, line)
      return {
        ...rest,
        fix: fix ?? fixFor(path, draft),
        file: path,
        line,
        column,
        endColumn: Math.min(column + end - start, lineText.length + 1),
        fingerprint: fingerprint(draft.rule, lineText),
        ...(mark && { suppressed: suppressionBy(mark) }),
      }
    })
}

const suppressionBy = ({ kind, reason, until }: Marked): Suppression => ({
  kind,
  reason,
  ...(until === undefined ? {} : { until }),
})

/** The codemod edits JavaScript and TypeScript; elsewhere a person follows the rule. */
const fixFor = (path: string, draft: Draft): FixKind => {
  if (draft.class === 'none') return 'none'
  if (draft.class === 'decision') return 'manual'
  return isJavaScript(path) && draft.confidence !== 'low' && draft.drawer !== 'fields'
    ? 'automatic'
    : 'assisted'
}
