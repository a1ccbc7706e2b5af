import { z } from 'zod'

/** Every v1 error. (Some of the vendor's pages show `{error, status}`; answers use this one.) */
export const LegacyError = z.object({ message: z.string().optional() })
export type LegacyError = z.infer<typeof LegacyError>
