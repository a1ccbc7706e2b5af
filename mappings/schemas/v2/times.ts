import { z } from 'zod'

/** An RFC 3339 date and time with `Z` or an offset. */
export const DateTime = z.iso.datetime({ offset: true })
export type DateTime = z.infer<typeof DateTime>
