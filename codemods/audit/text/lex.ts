import type { Language, StringForm } from './language.ts'

/** What a stretch of source text is. A `string` stretch leaves its quotes out; they count as code. */
export type StretchKind = 'code' | 'string' | 'comment'

/** One stretch of the text: `[start, end)` in UTF-16 units. */
export interface Stretch {
  readonly kind: StretchKind
  readonly start: number
  readonly end: number
}

interface Cursor {
  readonly text: string
  readonly language: Language
  readonly out: Stretch[]
  at: number
  /** Open brackets: a string outside them that begins a line is documentation where the language has such. */
  depth: number
  /** Start of the code stretch not yet written out. */
  codeFrom: number
  /** Bodies of here-documents that begin on the next line. */
  readonly waiting: string[]
}

const emit = (cursor: Cursor, kind: StretchKind, start: number, end: number): void => {
  if (cursor.codeFrom < start) cursor.out.push({ kind: 'code', start: cursor.codeFrom, end: start })
  if (start < end) cursor.out.push({ kind, start, end })
  cursor.codeFrom = end
}

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Position after the `}` that closes a `${` whose inside begins at `from`; strings inside are stepped over. */
const closeBrace = (text: string, from: number): number => {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\') at++
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
    else if (sign === '`') at = closeString(text, at + 1, { close: '`', escape: '\\', nests: true }) - 1
    else if (sign === '"' || sign === "'")
      at = closeString(text, at + 1, { close: sign, escape: '\\', oneLine: true }) - 1
  }
  return text.length
}

type Closing = Pick<StringForm, 'escape' | 'oneLine' | 'nests'> & { readonly close: string }

/** Position after the closing quote, or of the line's end for a string that must not span lines. */
const closeString = (text: string, from: number, form: Closing): number => {
  const { close } = form
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === form.escape) {
      if (form.oneLine && text[at + 1] === '\r') at++
      at++
    } else if (text.startsWith(close, at)) return at + close.length
    else if (form.oneLine && sign === '\n') return at
    else if (form.nests && sign === '$' && text[at + 1] === '{') at = closeBrace(text, at + 2) - 1
  }
  return text.length
}

/** A string that stands alone as a statement says something to readers, nothing to the machine. */
const isDocumentation = (cursor: Cursor, start: number): boolean => {
  if (cursor.depth > 0) return false
  const before = cursor.text.slice(Math.max(0, start - 400), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return line.trim() === '' && !/[=+\\(,]\s*$/.test(before)
}

const lexString = (cursor: Cursor): boolean => {
  for (const form of cursor.language.strings) {
    const opening = matchAt(form.open, cursor.text, cursor.at)?.[0]
    if (opening === undefined) continue
    if (/^[a-zA-Z]/.test(opening) && /\w/.test(cursor.text[cursor.at - 1] ?? '')) continue
    const close = typeof form.close === 'string' ? form.close : form.close(opening)
    const from = cursor.at + opening.length
    const to = closeString(cursor.text, from, { ...form, close })
    const closed = cursor.text.startsWith(close, to - close.length) && to - close.length >= from
    const kind: StretchKind = form.documents && isDocumentation(cursor, cursor.at) ? 'comment' : 'string'
    emit(cursor, kind, from, closed ? to - close.length : to)
    cursor.at = to
    return true
  }
  return false
}

const lexComment = (cursor: Cursor): boolean => {
  const { text, language, at } = cursor
  if (language.lineComments.some((pattern) => matchAt(pattern, text, at))) {
    const end = text.indexOf('\n', at)
    cursor.at = end === -1 ? text.length : end
    emit(cursor, 'comment', at, cursor.at)
    return true
  }
  for (const [open, close] of language.blockComments) {
    if (!text.startsWith(open, at)) continue
    const end = text.indexOf(close, at + open.length)
    cursor.at = end === -1 ? text.length : end + close.length
    emit(cursor, 'comment', at, cursor.at)
    return true
  }
  return false
}

/** `/` begins a regular expression where a value may stand, and divides everywhere else. */
const lexRegularExpression = (cursor: Cursor): boolean => {
  const { text, at } = cursor
  if (!cursor.language.regularExpressions || text[at] !== '/') return false
  const before = text.slice(Math.max(0, at - 20), at).trimEnd()
  if (!/(^|[=(,:;!&|?{}[+\n]|\breturn|\btypeof|=>)$/.test(before)) return false
  const match = matchAt(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y, text, at)
  if (!match) return false
  cursor.at += match[0].length
  return true
}

const lexHeredocBodies = (cursor: Cursor): void => {
  for (const word of cursor.waiting.splice(0)) {
    const body = cursor.at + 1
    const end = new RegExp(`^[ \\t]*${word}\\b`, 'm')
    const found = end.exec(cursor.text.slice(body))
    const to = found ? body + found.index : cursor.text.length
    emit(cursor, 'string', body, to)
    cursor.at = to + (found?.[0].length ?? 0) - 1
  }
}

/** Signs that can begin anything but code, in any language; all others are stepped over at once. */
const TELLING = new Set('"\'`#/$@%<-={}()[]\nbrR')

const step = (cursor: Cursor): void => {
  const { text, language } = cursor
  const sign = text[cursor.at] as string
  if (!TELLING.has(sign)) {
    cursor.at++
    return
  }
  if (sign === '\n' && cursor.waiting.length > 0) lexHeredocBodies(cursor)
  else if (lexComment(cursor) || lexRegularExpression(cursor)) return
  else if (language.heredoc && sign === '<') {
    const word = matchAt(language.heredoc, text, cursor.at)
    if (word?.[2] && text[cursor.at - 1] !== '<') {
      cursor.waiting.push(word[2])
      cursor.at += word[0].length - 1
    }
  } else if (lexString(cursor)) return
  else if (sign === '(' || sign === '[' || sign === '{') cursor.depth++
  else if (sign === ')' || sign === ']' || sign === '}') cursor.depth = Math.max(0, cursor.depth - 1)
  cursor.at++
}

/**
 * Splits source text into code, strings and comments, without gaps. Tolerant: text that is not well formed is
 * split as far as it goes, never refused.
 */
export const lex = (text: string, language: Language): readonly Stretch[] => {
  const cursor: Cursor = { text, language, out: [], at: 0, depth: 0, codeFrom: 0, waiting: [] }
  while (cursor.at < text.length) step(cursor)
  emit(cursor, 'code', text.length, text.length)
  return cursor.out
}
