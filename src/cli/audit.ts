import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { type AuditResult, audit } from '../../codemods/audit/audit.ts'
import type { AuditFinding } from '../../codemods/audit/finding.ts'
import { loadVocabulary } from '../../codemods/audit/load-vocabulary.ts'
import { isJavaScript } from '../../codemods/audit/text/is-javascript.ts'
import { codeOwners } from '../../codemods/project/tree/code-owners.ts'
import { againstBaseline, baselineOf, readBaseline } from '../report/baseline.ts'
import { reportFormats } from '../report/formats.ts'
import type { ReportFinding, ReportModel, ReportRule } from '../report/model.ts'
import { reporters } from '../report/render.ts'
import { isLegacyUse, isOpen } from '../report/summary.ts'
import { CLASS_WORDS, change } from '../report/words.ts'
import type { Command } from './command.ts'
import { putOutput } from './put-output.ts'
import { messageOf, oneOf, parseOptions, UsageError, usageGuard } from './usage.ts'
import { version } from './version.ts'

const USAGE = `upshift audit <paths…>: legacy use in any language

  --format FORMAT     text (the default), json, sarif, markdown or html
  --output FILE       write the report there instead of to the terminal
  --baseline FILE     only findings that are not in this file count
  --write-baseline    write what is open now to the baseline file, and succeed
  --fail-on-legacy    fail only where legacy calls or names remain, not for advice
  --help              this text

Exit codes: 0 nothing left, 1 findings, 2 usage or input error.
A comment "upshift-ignore: reason" or "upshift-keep: reason (until 2027-01-31)" suppresses what the statement after
it holds; -start and -end mark a region, -file the whole file.`

const OPTIONS = {
  format: { type: 'string', default: 'text' },
  output: { type: 'string' },
  baseline: { type: 'string' },
  'write-baseline': { type: 'boolean', default: false },
  'fail-on-legacy': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const optionsOf = (argv: readonly string[]) => {
  const { values, positionals } = parseOptions(argv, OPTIONS, true)
  return { ...values, paths: positionals }
}

const ruleOf = ({ rule, old, v2, why, class: kind }: ReportFinding): ReportRule => ({
  id: rule,
  title: change({ old, v2 }),
  help: `${why}.\n\n${CLASS_WORDS[kind].title}: ${CLASS_WORDS[kind].means}. See \`upshift mapping\` for the row \`${rule}\`.`,
})

const modelOf = (result: AuditResult, paths: readonly string[]): ReportModel => {
  const ownersOf = codeOwners(process.cwd())
  const owned = (finding: AuditFinding): ReportFinding => ({
    ...finding,
    owners: [...ownersOf(finding.file)],
    state: 'new',
  })
  const findings = result.findings.map(owned)
  return {
    report: 'upshift-report/1',
    tool: { name: 'upshift', version },
    command: 'audit',
    paths: [...paths],
    files: result.files,
    findings,
    inventory: result.inventory.map(owned),
    rules: [...new Map(findings.map((finding) => [finding.rule, ruleOf(finding)])).values()],
    skipped: [...result.skipped],
    encodings: [...result.encodings],
  }
}

/** JavaScript and TypeScript are judged by the codemod; its compiler is loaded only where they call a legacy API. */
const judged = async (result: AuditResult): Promise<AuditResult> => {
  const files = [...new Set(result.findings.map(({ file }) => file).filter(isJavaScript))]
  if (files.length === 0) return result
  const root = process.cwd()
  const { runCodemod } = await import('../../codemods/project/run.ts')
  const plan = await runCodemod({ paths: files.map((file) => resolve(root, file)), root })
  const { refineJavaScript } = await import('../../codemods/audit/refine-javascript.ts')
  return { ...result, findings: refineJavaScript(result.findings, plan, root) }
}

/** The paths named on the command line of which nothing could be read: that nothing was found there says nothing. */
const unreadOf = (paths: readonly string[], { skipped }: AuditResult): string[] => {
  const cwd = realpathSync(process.cwd())
  const unread = new Set(skipped.flatMap(({ path, why }) => (why === 'UNREADABLE' ? resolve(cwd, path) : [])))
  return paths.filter((path) => unread.has(realpathSync(resolve(cwd, path))))
}

const readInput = <T>(read: () => T, what: string): T => {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${what}: ${messageOf(error)}`)
  }
}

const runAudit = async (argv: readonly string[]): Promise<number> => {
  const options = optionsOf(argv)
  if (options.help) {
    console.log(USAGE)
    return 0
  }
  const { baseline } = options
  const format = oneOf('format', options.format, reportFormats)
  if (options.paths.length === 0) throw new UsageError('name at least one file or directory')
  if (options['write-baseline'] && baseline === undefined)
    throw new UsageError('--write-baseline needs --baseline FILE')
  const vocabulary = await loadVocabulary()
  const today = new Date().toISOString().slice(0, 10)
  const missing = options.paths.filter((path) => !existsSync(resolve(process.cwd(), path)))
  if (missing.length > 0) throw new UsageError(`no such file or directory: ${missing.join(', ')}`)
  const result = readInput(() => audit(options.paths, vocabulary, { today }), 'cannot read the paths')
  const unread = unreadOf(options.paths, result)
  if (unread.length > 0) throw new UsageError(`cannot be read: ${unread.join(', ')}`)
  let model = modelOf(await judged(result), options.paths)
  if (baseline !== undefined) {
    if (options['write-baseline'])
      putOutput(`${JSON.stringify(baselineOf(model.findings), undefined, 2)}\n`, baseline, '--baseline')
    const known = readInput(() => readBaseline(readFileSync(baseline, 'utf8')), `baseline ${baseline}`)
    model = againstBaseline(model, known)
  }
  putOutput(reporters[format](model), options.output)
  const counts = options['fail-on-legacy'] ? isLegacyUse : isOpen
  return model.findings.some((finding) => counts(finding) && finding.state === 'new') ? 1 : 0
}

/** `upshift audit`. @returns 0 nothing left, 1 findings, 2 usage or input error */
export const auditCommand: Command = usageGuard('audit', runAudit)
