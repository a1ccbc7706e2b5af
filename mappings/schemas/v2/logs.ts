import { z } from 'zod'
import { DateTime } from './times.ts'

/** Query of GET /v2/pods/{id}/logs and GET /v2/serverless/{id}/workers/{workerId}/logs. */
export const LogQuery = z.object({
  source: z.enum(['container', 'system']).optional(),
  /** Lines of history first. */
  tail: z.int().min(0).max(5000).optional(),
  since: DateTime.optional(),
})
export type LogQuery = z.infer<typeof LogQuery>

/** Headers of the same: where an interrupted stream goes on. */
export const LogHeaders = z.object({ 'Last-Event-ID': DateTime.optional() })
export type LogHeaders = z.infer<typeof LogHeaders>

/** A `text/event-stream` answer. */
export const LogStream = z.string()
export type LogStream = z.infer<typeof LogStream>
