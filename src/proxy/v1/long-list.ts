import { isObject } from '../../../mappings/dsl/json.ts'
import type { Json } from './context.ts'

/** Characters of a list that are read in one go: about a millisecond's work. */
const PART = 64 * 1024
/** Lists of fewer parts are soon done: they are answered whole. */
const FEW = 8
/** The first member's name, by which items are told from the objects of a list inside one of them. */
const FIRST = /^"\w+":/

/**
 * Cuts the text of an answer that is one long list and nothing besides into texts of shorter lists.
 *
 * A cut may fall into a list inside an item, or behind a text that ends in a brace: then neither side of it is JSON, and
 * {@link itemsOfPart} says so. Where every part is JSON, each cut was between two items: what has just closed an item of
 * the list, and can only be followed by a comma or the list's end, is followed by a comma.
 * @param size characters of a part, about
 * @returns undefined for an answer that is short, or of another form
 */
export const partsOf = (text: string, list: string, size = PART): string[] | undefined => {
  const head = `{"${list}":[`
  const end = text.trimEnd()
  if (text.length <= FEW * size || !text.startsWith(`${head}{`) || !end.endsWith('}]}')) return undefined
  const between = `},{${FIRST.exec(text.slice(head.length + 1, head.length + 64))?.[0] ?? '"'}`
  const parts: string[] = []
  let from = head.length
  for (let cut = text.indexOf(between, from + size); cut >= 0; cut = text.indexOf(between, from + size)) {
    parts.push(`[${text.slice(from, cut + 1)}]`)
    from = cut + 2
  }
  parts.push(`[${end.slice(from, -2)}]`)
  return parts
}

/** The items of one part; undefined where the cut was none, or an item is no object. */
export const itemsOfPart = (part: string): Json[] | undefined => {
  try {
    const items: unknown = JSON.parse(part)
    return Array.isArray(items) && items.every(isObject) ? items : undefined
  } catch {
    return undefined
  }
}

const soon: (run: () => void) => void = 'setImmediate' in globalThis ? setImmediate : setTimeout

/** Lets the calls that wait in the meantime have their turn. */
export const breathe = (): Promise<void> => new Promise((resolve) => soon(resolve))
