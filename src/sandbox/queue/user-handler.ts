import { isObject } from '../../../mappings/dsl/json.ts'
import type { Handler } from './handler.ts'

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && !(Symbol.asyncIterator in value)

/**
 * Gives a user's handler the two habits of the service's workers: a returned `error` text fails the job, and
 * `refresh_worker: true` ends the worker after the job. Neither is part of the output.
 */
export const userHandler =
  (handler: Handler): Handler =>
  async (job, context) => {
    const result = await handler(job, context)
    if (!isPlainObject(result)) return result
    const { error, refresh_worker: refresh, ...output } = result
    if (refresh === true) context.refreshWorker()
    if (typeof error === 'string' && error !== '') throw new Error(error)
    return refresh === true ? output : result
  }
