import { z } from 'zod'
import { mapping } from '../dsl/mapping.ts'
import { between } from '../dsl/row.ts'
import { LegacyError } from '../schemas/error.ts'
import { Problem } from '../schemas/v2/problem.ts'

/** With the member that only some of the vendor's pages show. */
const SeenError = LegacyError.extend({ error: z.string().optional() })

const { field, hide } = between<z.infer<typeof SeenError>, Problem>()

/** What errors say. The proxy answers with `message` alone; programs were written for either. */
export const legacyErrors = mapping('v1.errors', {
  facets: { read: [SeenError, Problem] },
  rows: [
    field('message', 'detail'),
    field('error', 'title'),
    hide('status', 'the status line says it'),
    hide('errors', 'message says them behind the detail'),
  ],
})

/** The members of v1's errors, each with v2's for it. */
export const errorWords: Readonly<Record<string, string>> = Object.fromEntries(
  legacyErrors.read.wording.words.map(([v2, old]) => [old, v2]),
)

/** What v1 calls the sentence itself. */
export const errorMessage = legacyErrors.read.wording.field('detail')
