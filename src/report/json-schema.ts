import { z } from 'zod'
import { ReportModel } from './model.ts'

/** The JSON schema (draft 2020-12) of the JSON report, as docs/reference holds it. */
export const reportSchema = (): string =>
  `${JSON.stringify(z.toJSONSchema(ReportModel, { target: 'draft-2020-12' }), undefined, 2)}\n`
