import type { RunResult } from '../../codemods/project/run.ts'

/** What the report is made with. */
export interface ReportOptions {
  readonly root: string
  readonly format: string
  readonly version: string
  readonly diff: string
}

/** The run as JSON (and, through the shared reporters, SARIF and Markdown). */
export const codemodReport = (
  { notes, counts, changes }: RunResult,
  { version, diff }: ReportOptions,
): string =>
  `${JSON.stringify({ report: 'upshift-codemod/1', tool: { name: 'upshift', version }, counts, changed: changes.length, diff, findings: notes }, undefined, 2)}\n`
