import { z } from 'zod'
import { DateTime, ID, nullable } from './shape.ts'

/** A secret without its value: the value is never read back. */
export const Secret = nullable({
  description: z.string(),
  createdAt: DateTime,
  lastUpdatedAt: DateTime,
}).extend({ id: ID, name: z.string() })

export const SecretCreateInput = nullable({ description: z.string() }).extend({
  name: z.string(),
  value: z.string(),
})
