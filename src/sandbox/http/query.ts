import type * as z from 'zod'
import { queryValues } from '../../../mappings/schemas/query.ts'
import { validateAs } from './violations.ts'

/**
 * A query as its schema types it; lists are comma-separated. Parameters the schema does not know are ignored.
 * @throws {Problem} 422 for a value of the wrong form, 400 for a rule between parameters
 * @example queryAs(PodListQuery, call.query).includeClusterPods
 */
export const queryAs = <Schema extends z.ZodObject>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> => validateAs(schema, queryValues(schema, query, 'comma'), 'query')
