import { cursors } from '../../mappings/hosts.ts'

const textAt = (body: Readonly<Record<string, unknown>>, path: string): string | undefined => {
  const value = path
    .split('.')
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
      body,
    )
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The cursor of the page that follows; undefined where this was the last. */
export const nextCursor = (body: Readonly<Record<string, unknown>>): string | undefined => {
  for (const path of cursors.is.members) {
    const found = textAt(body, path)
    if (found !== undefined) return found
  }
  return undefined
}

/** The address of the page that a cursor names. */
export const pageAt = (path: string, cursor: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${cursors.is.parameter}=${encodeURIComponent(cursor)}`
