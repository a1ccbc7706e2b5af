import type { ReportFinding, ReportModel } from './model.ts'

/** A label with how many findings of each class it has. */
export interface Tally {
  readonly label: string
  readonly total: number
  readonly classes: Readonly<Record<'required' | 'quiet' | 'decision' | 'cleanup', number>>
}

/** The counts every reporter shows. */
export interface Summary {
  /** Findings that ask for work: not suppressed, not merely listed. */
  readonly open: readonly ReportFinding[]
  readonly kept: readonly ReportFinding[]
  readonly ignored: readonly ReportFinding[]
  readonly listed: readonly ReportFinding[]
  readonly files: readonly string[]
  readonly byClass: Tally['classes']
  readonly byDirectory: readonly Tally[]
  readonly byOwner: readonly Tally[]
  readonly byDrawer: readonly Tally[]
}

const LEGACY: readonly ReportFinding['drawer'][] = ['rest-v1', 'graphql', 'fields']

/** Asks somebody for something. */
export const isOpen = (finding: ReportFinding): boolean => !finding.suppressed && finding.class !== 'none'

/** Legacy use that is certain enough to fail a build on: calls, fields and broken suppressions, no advice. */
export const isLegacyUse = (finding: ReportFinding): boolean =>
  isOpen(finding) &&
  finding.confidence !== 'low' &&
  finding.class !== 'cleanup' &&
  (LEGACY.includes(finding.drawer) || finding.drawer === 'suppressions')

const tally = (label: string, findings: readonly ReportFinding[]): Tally => {
  const of = (name: ReportFinding['class']) => findings.filter((finding) => finding.class === name).length
  return {
    label,
    total: findings.length,
    classes: {
      required: of('required'),
      quiet: of('quiet'),
      decision: of('decision'),
      cleanup: of('cleanup'),
    },
  }
}

const tallies = (
  findings: readonly ReportFinding[],
  labelsOf: (finding: ReportFinding) => readonly string[],
): readonly Tally[] => {
  const groups = new Map<string, ReportFinding[]>()
  for (const finding of findings)
    for (const label of labelsOf(finding)) groups.set(label, [...(groups.get(label) ?? []), finding])
  return [...groups]
    .map(([label, group]) => tally(label, group))
    .sort((a, b) => b.total - a.total || (a.label < b.label ? -1 : 1))
}

/** Two levels are enough to tell parts of a repository apart. */
const directoryOf = (file: string): string => {
  const parts = file.split('/').slice(0, -1).slice(0, 2)
  return parts.length === 0 ? './' : `${parts.join('/')}/`
}

/** Owners of a finding's file, or the label for nobody. */
export const ownersOf = (finding: ReportFinding): readonly string[] =>
  finding.owners.length === 0 ? ['nobody named'] : finding.owners

/** Counts a report's findings. */
export const summarise = ({ findings, inventory }: ReportModel): Summary => {
  const open = findings.filter(isOpen)
  return {
    open,
    kept: findings.filter(({ suppressed }) => suppressed?.kind === 'keep'),
    ignored: findings.filter(({ suppressed }) => suppressed?.kind === 'ignore'),
    listed: inventory,
    files: [...new Set(open.map(({ file }) => file))],
    byClass: tally('', open).classes,
    byDirectory: tallies(open, ({ file }) => [directoryOf(file)]),
    byOwner: tallies(open, ownersOf),
    byDrawer: tallies(open, ({ drawer }) => [drawer]),
  }
}
