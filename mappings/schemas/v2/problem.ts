import { z } from 'zod'

/** Every v2 error: `application/problem+json`, after RFC 9457. `status` is the HTTP status. */
export const Problem = z.object({
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** One a validation failure, e.g. `$: missing property 'image'`. */
  errors: z.array(z.string()).optional(),
})
export type Problem = z.infer<typeof Problem>
