import { ProxyError } from './errors.ts'

/** Objects and arrays that a body may have inside each other. */
const MAX_DEPTH = 64

const QUOTE = 34
const BACKSLASH = 92

/** Brackets in the text, counted only as far as `enough`: most bodies hold too few to be too deep. */
const hasFewBrackets = (text: string, enough: number): boolean => {
  let left = enough
  for (let at = text.indexOf('{'); at >= 0 && left >= 0; at = text.indexOf('{', at + 1)) left -= 1
  for (let at = text.indexOf('['); at >= 0 && left >= 0; at = text.indexOf('[', at + 1)) left -= 1
  return left >= 0
}

/** Where the string that opens at `open` ends. */
const stringEnd = (text: string, open: number): number => {
  let at = open + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/** Nesting of a text that may be no JSON at all; strings are stepped over. */
const isDeeperThan = (text: string, maxDepth: number): boolean => {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(text, at)
    else if (code === 123 || code === 91) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (code === 125 || code === 93) depth -= 1
  }
  return false
}

const hasProtoKey = (value: unknown): boolean => {
  if (value === null || typeof value !== 'object') return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProtoKey)
}

const unreadable = (detail: string): ProxyError => new ProxyError('BODY_UNREADABLE', detail)

/** What a body in another encoding is told: read as UTF-8, its letters would be lost in silence. */
export const notUtf8 = (): ProxyError =>
  unreadable('The body is not UTF-8 text: send JSON, encoded as UTF-8.')

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The parser's own words quote the body, which may hold secrets: only the place is told.
    const place = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined
    throw unreadable(`The body is not valid JSON${place ? ` (at character ${Number(place) + 1})` : ''}.`)
  }
}

/**
 * `JSON.parse` for a body from outside. The guards cost a few searches of the text, and a walk only where the text
 * could hold what they look for.
 * @throws {ProxyError} `BODY_UNREADABLE`: not JSON, nested too deep, or holding a `__proto__` key.
 */
export const readJson = (text: string): unknown => {
  if (!hasFewBrackets(text, MAX_DEPTH) && isDeeperThan(text, MAX_DEPTH))
    throw unreadable(`The body is nested deeper than ${MAX_DEPTH} levels.`)
  const value = parse(text)
  const suspicious = text.includes('__proto__') || text.includes('\\u')
  if (suspicious && hasProtoKey(value))
    throw unreadable('The body holds a field named __proto__, which is refused.')
  return value
}
