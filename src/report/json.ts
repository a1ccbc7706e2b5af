import { z } from 'zod'
import { ReportModel } from './model.ts'

/** The whole model; docs/reference/report-1.schema.json describes it. */
export const jsonReport = (model: ReportModel): string => `${JSON.stringify(model, undefined, 2)}\n`

/** The JSON schema (draft 2020-12) of {@link jsonReport}. */
export const reportSchema = (): unknown => z.toJSONSchema(ReportModel)
