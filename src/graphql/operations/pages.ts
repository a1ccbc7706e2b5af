import type { Context } from '../context.ts'
import { unavailable } from '../fault.ts'
import type { Json } from '../json.ts'

/** A list that never ends is a fault of the service, not a reason to ask for ever. */
const MOST_PAGES = 100

/** Reads a whole list, following the cursor that newer v2 may answer with. @throws {Fault} */
export const readPages = async (
  context: Pick<Context, 'read'>,
  path: string,
  route: string,
  name: string,
): Promise<readonly Json[]> => {
  let body = await context.read(path, route)
  const list = [...itemsOf(body, name)]
  for (let page = 1; page < MOST_PAGES; page++) {
    const cursor = cursorOf(body)
    if (!cursor) break
    const separator = path.includes('?') ? '&' : '?'
    body = await context.read(`${path}${separator}cursor=${encodeURIComponent(cursor)}`, route)
    list.push(...itemsOf(body, name))
  }
  return list
}

/** An answer without the list is no empty list: whoever reads one would make or delete by it. */
const itemsOf = (body: Json, name: string): readonly Json[] => {
  const items = body[name]
  if (Array.isArray(items) && items.every((item) => typeof item === 'object' && item !== null)) return items
  throw unavailable()
}

const cursorOf = ({ pagination, nextCursor }: Json): string | undefined => {
  const held = (pagination as { nextCursor?: unknown } | null | undefined)?.nextCursor ?? nextCursor
  return typeof held === 'string' && held !== '' ? held : undefined
}
