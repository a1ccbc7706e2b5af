import type { z } from 'zod'
import { mapping } from '../dsl/mapping.ts'
import { between } from '../dsl/row.ts'
import { LegacyError } from '../schemas/error.ts'
import { Problem } from '../schemas/v2/problem.ts'

const { field, hide } = between<z.infer<typeof LegacyError>, Problem>()

/** What errors say. The proxy answers with `message` alone; programs were written for either. */
const legacyErrors = mapping('v1.errors', {
  facets: { read: [LegacyError, Problem] },
  rows: [
    field('message', 'detail'),
    hide('title', 'the status line says it'),
    hide('status', 'the status line says it'),
    hide('errors', 'message says them behind the detail'),
  ],
})

/** What v1 calls the sentence itself. */
export const errorMessage = legacyErrors.read.wording.field('detail')

/** What only some of the vendor's pages call it; programs look in it for the same sentences. */
const ALSO_CALLED = 'error'

const said = legacyErrors.read.wording.words.map(([v2, old]) => [old, v2])

/** The members of v1's errors, each with v2's for it. */
export const errorWords: Readonly<Record<string, string>> = Object.fromEntries([
  ...said,
  ...said.flatMap(([old, v2]) => (old === errorMessage ? [[ALSO_CALLED, v2]] : [])),
])
