import type { ReportModel } from './model.ts'

/** The whole model as data; docs/reference/report-1.schema.json describes it. */
export const jsonReport = (model: ReportModel): string => `${JSON.stringify(model, undefined, 2)}\n`
