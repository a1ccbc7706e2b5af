import type { ReportFinding, ReportModel } from './model.ts'
import { type Summary, summarise } from './summary.ts'
import { CLASS_WORDS, change, count, DRAWER_WORDS, skipWords } from './words.ts'

const line = (finding: ReportFinding): string =>
  [
    `${`  ${finding.line}:${finding.column}`.padEnd(9)} `,
    CLASS_WORDS[finding.class].title.toLowerCase().padEnd(13),
    change(finding),
    `  [${finding.rule}]`,
    finding.confidence === 'high' ? '' : ` (${finding.confidence} confidence)`,
    finding.state === 'known' ? ' (in the baseline)' : '',
  ].join('')

const byFile = (findings: readonly ReportFinding[]): readonly string[] => {
  const out: string[] = []
  let file = ''
  for (const finding of findings) {
    if (finding.file !== file) out.push(`${out.length > 0 ? '\n' : ''}${finding.file}`)
    file = finding.file
    out.push(line(finding), `            ${finding.why}`)
  }
  return out
}

const drawers = (summary: Summary): readonly string[] =>
  (Object.keys(DRAWER_WORDS) as ReportFinding['drawer'][]).flatMap((drawer) => {
    const findings = summary.open.filter((finding) => finding.drawer === drawer)
    return findings.length === 0
      ? []
      : [`${DRAWER_WORDS[drawer]} (${findings.length})`, ...byFile(findings), '']
  })

const listed = ({ listed: found }: Summary): readonly string[] =>
  (['rest-v2', 'jobs', 'sdk'] as const).flatMap((drawer) => {
    const files = [...new Set(found.filter((finding) => finding.drawer === drawer).map(({ file }) => file))]
    return files.length === 0 ? [] : [`${DRAWER_WORDS[drawer]}: ${files.join(', ')}`]
  })

const skips = ({ skipped }: ReportModel): readonly string[] => {
  // A directory nobody chose to leave out is named like a file.
  const files = skipped.filter(({ path, why }) => !path.endsWith('/') || why === 'UNREADABLE')
  const directories = skipped.length - files.length
  return [
    ...files.map(({ path, why }) => `skipped ${path}: ${skipWords(why)}`),
    ...(directories > 0
      ? [
          `skipped directories: ${directories} (dependencies, generated or ignored by git; --format json names them)`,
        ]
      : []),
  ]
}

const verdict = (model: ReportModel, summary: Summary): readonly string[] => {
  const { open, kept, ignored, byClass } = summary
  const classes = Object.entries(byClass)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${number} ${CLASS_WORDS[name as keyof typeof byClass].title.toLowerCase()}`)
  return [
    open.length === 0
      ? `Nothing left to migrate in ${count(model.files, 'file')}.`
      : `${count(open.length, 'finding')} in ${count(summary.files.length, 'file')} of ${model.files}: ${classes.join(', ')}.`,
    ...(kept.length > 0 ? [`${kept.length} kept on purpose.`] : []),
    ...(ignored.length > 0 ? [`${ignored.length} marked false positives.`] : []),
    ...(model.baseline
      ? [
          `Since the baseline: ${model.baseline.fresh} new, ${model.baseline.known} still there, ${model.baseline.fixed} done of ${model.baseline.total}.`,
        ]
      : []),
  ]
}

/** For people at a terminal: what to do, by part of the inventory and file, and the counts last. */
export const textReport = (model: ReportModel): string => {
  const summary = summarise(model)
  const parts = [drawers(summary), listed(summary), skips(model), verdict(model, summary)]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n').trimEnd())
    .join('\n\n')}\n`
}
