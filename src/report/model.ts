import { z } from 'zod'

/** The version of the JSON report; a field that changes meaning raises it. */
const REPORT_VERSION = 1

const Place = {
  file: z.string().describe('Path from the working directory, with / on every platform'),
  line: z.number().int().min(1),
  column: z.number().int().min(1).describe('In UTF-16 units, from 1'),
  endColumn: z.number().int().min(1),
}

const Suppression = z.object({
  kind: z.enum(['keep', 'ignore']).describe('keep: legacy on purpose. ignore: not legacy at all'),
  reason: z.string(),
  until: z.iso.date().optional(),
})

/** One finding as every reporter sees it. Holds no source line and no value: both may be secrets. */
export const ReportFinding = z.object({
  rule: z.string().describe('Id of the rule: an anchor of the reference'),
  ...Place,
  drawer: z
    .enum(['rest-v1', 'graphql', 'fields', 'rest-v2', 'jobs', 'sdk', 'v2-habit', 'suppressions'])
    .describe('Part of the inventory'),
  class: z
    .enum(['required', 'quiet', 'decision', 'cleanup', 'none'])
    .describe('required: v2 refuses it. quiet: v2 means something else. none: leave it alone'),
  old: z.string().describe('The old operation or field'),
  v2: z.string().describe('What becomes of it; empty where v2 has nothing'),
  fix: z.enum(['automatic', 'assisted', 'manual', 'none']),
  confidence: z.enum(['high', 'medium', 'low']),
  why: z.string(),
  fingerprint: z.string().describe('Stable while lines move'),
  owners: z.array(z.string()).describe('From CODEOWNERS; empty where nobody is named'),
  state: z.enum(['new', 'known']).describe('known: listed in the baseline'),
  suppressed: Suppression.optional(),
})
export type ReportFinding = z.infer<typeof ReportFinding>

const Rule = z.object({
  id: z.string(),
  title: z.string(),
  help: z.string().describe('Markdown'),
})
export type ReportRule = z.infer<typeof Rule>

/** Everything a report says, whatever its format. */
export const ReportModel = z
  .object({
    report: z.literal(`upshift-report/${REPORT_VERSION}`),
    tool: z.object({ name: z.literal('upshift'), version: z.string() }),
    command: z.enum(['audit', 'codemod']),
    paths: z.array(z.string()),
    files: z.number().int().min(0).describe('Files whose content was looked at'),
    findings: z.array(ReportFinding).describe('What asks for work, and what a suppression speaks for'),
    inventory: z
      .array(ReportFinding)
      .describe('Already on v2, the job API, libraries that may stay: nothing to do'),
    rules: z.array(Rule).describe('The rules that some finding names'),
    skipped: z.array(z.object({ path: z.string(), why: z.string() })),
    encodings: z.array(z.object({ path: z.string(), encoding: z.string() })),
    baseline: z
      .object({
        total: z.number().int(),
        known: z.number().int(),
        fixed: z.number().int(),
        fresh: z.number().int(),
      })
      .optional()
      .describe('Progress since the baseline was written'),
  })
  .meta({ title: 'upshift report' })
export type ReportModel = z.infer<typeof ReportModel>
