import { existsSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../shared/specs/', import.meta.url)

const cache = new Map<string, unknown>()

/**
 * The published OpenAPI document of an API, read from beside the repository (they are not ours to copy in).
 * @returns undefined where it is not there; a test that needs it says by name that it was not run
 */
export const publishedSpec = (side: 'v1' | 'v2'): unknown => {
  const file = new URL(`${side}-openapi.json`, FOLDER)
  if (!cache.has(side)) cache.set(side, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
  return cache.get(side)
}
