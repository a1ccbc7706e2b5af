import type { ReportFormat } from './formats.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json.ts'
import { markdownReport } from './markdown.ts'
import type { ReportModel } from './model.ts'
import { sarifReport } from './sarif.ts'
import { textReport } from './text.ts'

/** The formats of a report, one reporter each. */
export const reporters = {
  text: textReport,
  json: jsonReport,
  sarif: sarifReport,
  markdown: markdownReport,
  html: htmlReport,
} as const satisfies Record<ReportFormat, (model: ReportModel) => string>
