import { createRequire } from 'node:module'
import type { ts } from 'ts-morph'

/**
 * The TypeScript compiler that ts-morph carries. Required, not imported: an import would first scan its nine megabytes
 * for export names, which takes as long as loading it.
 */
export const compiler: typeof ts = (createRequire(import.meta.url)('ts-morph') as { ts: typeof ts }).ts
