import { parsed } from '../../mappings/dsl/json.ts'
import type { ReportFinding, ReportModel } from './model.ts'
import { isOpen } from './summary.ts'

/** What was there when a team began: fingerprints, with enough beside them to read the file. */
export interface Baseline {
  readonly baseline: 'upshift-baseline/1'
  readonly findings: readonly { readonly fingerprint: string; readonly rule: string; readonly file: string }[]
}

/** A baseline of everything that is open now. */
export const baselineOf = (findings: readonly ReportFinding[]): Baseline => ({
  baseline: 'upshift-baseline/1',
  findings: findings.filter(isOpen).map(({ fingerprint, rule, file }) => ({ fingerprint, rule, file })),
})

/** Reads a baseline file's text. @throws {Error} when it is none; of what it is instead nothing is quoted */
export const readBaseline = (text: string): Baseline => {
  const value = parsed(text) as Partial<Baseline> | null | undefined
  const isFinding = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && 'fingerprint' in one && typeof one.fingerprint === 'string'
  if (
    value?.baseline === 'upshift-baseline/1' &&
    Array.isArray(value.findings) &&
    value.findings.every(isFinding)
  )
    return value as Baseline
  throw new Error('not a baseline: write one with --write-baseline')
}

/** Marks what the baseline knows and counts the progress since. */
export const againstBaseline = (model: ReportModel, baseline: Baseline): ReportModel => {
  const known = new Set(baseline.findings.map(({ fingerprint }) => fingerprint))
  const findings = model.findings.map(
    (finding): ReportFinding => (known.has(finding.fingerprint) ? { ...finding, state: 'known' } : finding),
  )
  const open = findings.filter(isOpen)
  const present = new Set(open.map(({ fingerprint }) => fingerprint))
  const still = [...known].filter((fingerprint) => present.has(fingerprint)).length
  return {
    ...model,
    findings,
    baseline: {
      total: known.size,
      known: still,
      fixed: known.size - still,
      fresh: open.filter(({ state }) => state === 'new').length,
    },
  }
}
