import type { ReportFinding, ReportModel } from './model.ts'
import { ownersOf, type Summary, summarise, type Tally } from './summary.ts'
import { CLASS_WORDS, change, count, DRAWER_WORDS, skipWords } from './words.ts'

/** Signs that would end a table cell or start mark-up; paths and names are shown as they are. */
const cell = (text: string): string => text.replace(/[\\|`*_<>[\]]/g, '\\$&').replace(/\s+/g, ' ')
const code = (text: string): string => (text === '' ? '' : `\`${text.replace(/[`|\n]/g, ' ')}\``)

/** One step of the hand-over: what to do together, and why at this point. */
interface Step {
  readonly title: string
  readonly why: string
  readonly takes: (finding: ReportFinding) => boolean
}

const STEPS: readonly Step[] = [
  {
    title: 'Repair the suppressions',
    why: 'until then parts of the report hide or repeat themselves',
    takes: ({ drawer }) => drawer === 'suppressions',
  },
  {
    title: 'Decide',
    why: 'nobody can do these by rule, and others wait for the answers',
    takes: (finding) => finding.class === 'decision',
  },
  {
    title: 'Raise the client libraries',
    why: 'a newer release does the work of many edits',
    takes: ({ drawer }) => drawer === 'sdk',
  },
  {
    title: 'Move the REST v1 calls',
    why: 'v1 is switched off, so these programs are down today; run the codemod over JavaScript and TypeScript first',
    takes: ({ drawer }) => drawer === 'rest-v1',
  },
  {
    title: 'Move the GraphQL calls',
    why: 'GraphQL still answers and retires next',
    takes: ({ drawer }) => drawer === 'graphql',
  },
  {
    title: 'Correct what already calls v2',
    why: 'these calls reach v2 and ask for the wrong thing',
    takes: ({ drawer }) => drawer === 'v2-habit',
  },
  {
    title: 'Look at names without an address',
    why: 'they read what the calls above return',
    takes: ({ drawer }) => drawer === 'fields',
  },
  { title: 'Clean up', why: 'nothing breaks, but readers copy from it', takes: () => true },
]

/** Every open finding in the first step that takes it. */
const stepsOf = (open: readonly ReportFinding[]) => {
  const left = new Set(open)
  return STEPS.map((step) => {
    const own = [...left].filter(step.takes)
    for (const finding of own) left.delete(finding)
    return { ...step, findings: own }
  }).filter(({ findings }) => findings.length > 0)
}

const table = (findings: readonly ReportFinding[]): readonly string[] => [
  '| Place | Class | Change | Why | Fix | Rule |',
  '|---|---|---|---|---|---|',
  ...findings.map(
    (finding) =>
      `| ${finding.line}:${finding.column} | ${CLASS_WORDS[finding.class].title} | ${code(change(finding))} | ${cell(finding.why)} | ${finding.fix}${finding.confidence === 'high' ? '' : ` (${finding.confidence} confidence)`} | ${code(finding.rule)} |`,
  ),
]

const files = (findings: readonly ReportFinding[]): readonly string[] =>
  [...new Set(findings.map(({ file }) => file))].flatMap((file) => [
    '',
    `### ${cell(file)}`,
    '',
    ...table(findings.filter((finding) => finding.file === file)),
  ])

const owners = (summary: Summary): readonly string[] =>
  summary.byOwner.flatMap(({ label, total }) => [
    '',
    `## ${cell(label)} (${total})`,
    ...files(summary.open.filter((finding) => ownersOf(finding).includes(label))),
  ])

const counts = (tallies: readonly Tally[]): readonly string[] => [
  '',
  `| Part | Required | Quiet change | Decision | Clean-up | All |`,
  '|---|--:|--:|--:|--:|--:|',
  ...tallies.map(
    ({ label, total, classes }) =>
      `| ${cell(label)} | ${classes.required} | ${classes.quiet} | ${classes.decision} | ${classes.cleanup} | ${total} |`,
  ),
]

const suppressed = (title: string, findings: readonly ReportFinding[]): readonly string[] =>
  findings.length === 0
    ? []
    : [
        '',
        `## ${title} (${findings.length})`,
        '',
        ...findings.map(
          (finding) =>
            `- ${cell(finding.file)}:${finding.line} ${code(change(finding))}: ${cell(finding.suppressed?.reason || 'no reason given')}${finding.suppressed?.until ? ` (until ${finding.suppressed.until})` : ''}`,
        ),
      ]

/** A document to hand over: what to do in which order, then everything by owner and file. */
export const markdownReport = (model: ReportModel): string => {
  const summary = summarise(model)
  const steps = stepsOf(summary.open)
  const lines = [
    '# Migration to REST v2: what is left',
    '',
    `${count(summary.open.length, 'finding')} in ${count(summary.files.length, 'file')}, out of ${count(model.files, 'file')} read.`,
    ...(model.baseline
      ? [
          '',
          `Since the baseline: ${model.baseline.fixed} of ${model.baseline.total} done, ${model.baseline.known} still there, ${model.baseline.fresh} new.`,
        ]
      : []),
    ...counts(
      summary.byDrawer.map((one) => ({ ...one, label: DRAWER_WORDS[one.label as ReportFinding['drawer']] })),
    ),
    ...(steps.length === 0 ? [] : ['', '## Order of work', '']),
    ...steps.map(
      ({ title, why, findings }, at) =>
        `${at + 1}. **${title}** (${count(findings.length, 'finding')} in ${count(new Set(findings.map(({ file }) => file)).size, 'file')}): ${why}.`,
    ),
    ...owners(summary),
    ...suppressed('Kept on purpose', summary.kept),
    ...suppressed('Marked false positives', summary.ignored),
    ...(model.skipped.length === 0
      ? []
      : [
          '',
          '## Not read',
          '',
          ...model.skipped.map(({ path, why }) => `- ${cell(path)}: ${skipWords(why)}`),
        ]),
  ]
  return `${lines.join('\n')}\n`
}
