import type { ReportFinding, ReportModel } from './model.ts'
import { change, skipWords } from './words.ts'

const LEVELS = {
  required: 'error',
  quiet: 'warning',
  decision: 'warning',
  cleanup: 'note',
  none: 'none',
} as const

/** RFC 3986: a path with blanks or other signs is no URI. */
const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const location = (path: string, region?: object) => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(path), uriBaseId: 'SRCROOT' },
    ...(region && { region }),
  },
})

const result = (finding: ReportFinding, ruleIndex: number, hasBaseline: boolean) => ({
  ruleId: finding.rule,
  ruleIndex,
  level: LEVELS[finding.class],
  message: { text: `${change(finding)}: ${finding.why}` },
  locations: [
    location(finding.file, {
      startLine: finding.line,
      startColumn: finding.column,
      endColumn: Math.max(finding.endColumn, finding.column + 1),
    }),
  ],
  partialFingerprints: { 'upshift/v1': finding.fingerprint },
  ...(hasBaseline && { baselineState: finding.state === 'known' ? 'unchanged' : 'new' }),
  ...(finding.suppressed && {
    suppressions: [
      {
        kind: 'inSource',
        status: 'accepted',
        justification: finding.suppressed.reason || finding.suppressed.kind,
      },
    ],
  }),
  properties: {
    class: finding.class,
    drawer: finding.drawer,
    confidence: finding.confidence,
    fix: finding.fix,
    owners: finding.owners,
  },
})

const rule = ({ id, title, help }: ReportModel['rules'][number], worst: ReportFinding['class']) => ({
  id,
  shortDescription: { text: title },
  fullDescription: { text: title },
  help: { text: help.replace(/[`*_]/g, ''), markdown: help },
  defaultConfiguration: { level: LEVELS[worst] },
  properties: { tags: ['migration', worst] },
})

/**
 * SARIF 2.1.0 (OASIS standard) for code scanning services. What is merely listed (v2 already, jobs) is left out: an
 * alert nobody should act on is noise.
 */
export const sarifReport = (model: ReportModel): string => {
  const { findings } = model
  const rules = model.rules.filter(({ id }) => findings.some((finding) => finding.rule === id))
  const index = new Map(rules.map(({ id }, at) => [id, at]))
  const classOf = (id: string) => findings.find((finding) => finding.rule === id)?.class ?? 'cleanup'
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { ...model.tool, rules: rules.map((one) => rule(one, classOf(one.id))) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { SRCROOT: { description: { text: 'The directory the audit ran in' } } },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: model.skipped
              .filter(({ path }) => !path.endsWith('/'))
              .map(({ path, why }) => ({
                level: 'note',
                message: { text: `Skipped: ${skipWords(why)}` },
                locations: [location(path)],
              })),
          },
        ],
        results: findings.map((finding) =>
          result(finding, index.get(finding.rule) ?? -1, model.baseline !== undefined),
        ),
      },
    ],
  }
  return `${JSON.stringify(log, undefined, 2)}\n`
}
