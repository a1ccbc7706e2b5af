import type { Language } from './language.ts'
import type { Stretch } from './lex.ts'

/** A string as the program sees it, pieces joined: `'/pods/' + id + '/stop'` is `/pods/{id}/stop`. */
export interface Literal {
  readonly content: string
  /** Where each part of the content stands in the text. */
  readonly parts: readonly { readonly from: number; readonly at: number }[]
  /** Offsets in the text of the first sign and after the last. */
  readonly start: number
  readonly end: number
  /** The name that is joined on in front: `base + '/pods'`. */
  readonly leading?: string
}

/** The text offset of a place in the content. */
export const offsetIn = (literal: Literal, index: number): number => {
  let part = literal.parts[0]
  for (const one of literal.parts) if (one.from <= index) part = one
  return part ? part.at + index - part.from : literal.start
}

const NAME = String.raw`[\w$@#.()[\]?!>:"'-]+?`
const DIRECT = /^["'`]\s*(?:\+|\.\.?|&|<>|\|\||\\)?\s*[fFrRbBuU$@]{0,2}["'`]$/
const THROUGH = new RegExp(String.raw`^["'\`]\s*(\+|\.\.?|&|<>)\s*(${NAME})\s*\1\s*[fFrRbBuU$@]{0,2}["'\`]$`)
const LEADING = /([\w$@#.\])>:?!-]+)\s*(?:\+|\.|&|<>|\.\.)\s*[fFrRbBuU$@]{0,2}["'`]$/

const TRAILING = /^["'`]\s*(?:\+|\.(?!\.)|&|<>)\s*(?:[\w.:]+\()?([\w$@#.[\]?!>-]+)/

/** `'/pods/' + id`: a path that ends in a slash goes on in a value. */
const withTail = (text: string, literal: Literal): Literal => {
  if (!literal.content.endsWith('/')) return literal
  const name = TRAILING.exec(text.slice(literal.end, literal.end + GAP))?.[1]
  if (!name || /["'`]/.test(name)) return literal
  return { ...literal, content: `${literal.content}{${name}}` }
}

/** Longest stretch of code that may stand between two halves of one string. */
const GAP = 80

/** What two neighbouring strings are joined by: nothing, a placeholder, or not at all (undefined). */
const jointOf = (gap: string): string | undefined => {
  if (gap.length > GAP) return undefined
  if (DIRECT.test(gap)) return ''
  const through = THROUGH.exec(gap)
  return through ? `{${through[2]}}` : undefined
}

/** `['rest', 'example', 'io'].join('.')` and `'.'.join([…])`. */
const JOINED_LIST = /\[\s*((?:(["'])[\w.:/-]*\2\s*,?\s*)+)\]\s*\.join\(\s*(["'])([^"']*)\3\s*\)/g
const JOINED_BY = /(["'])([^"']*)\1\s*\.join\(\s*[[(]\s*((?:(["'])[\w.:/-]*\4\s*,?\s*)+)[\])]\s*\)/g

const ofList = (text: string): readonly Literal[] => {
  const found: Literal[] = []
  const add = (start: number, whole: string, list: string, separator: string) => {
    const items = [...list.matchAll(/(["'])([\w.:/-]*)\1/g)].map((match) => match[2] ?? '')
    found.push({
      content: items.join(separator),
      parts: [{ from: 0, at: start }],
      start,
      end: start + whole.length,
    })
  }
  for (const match of text.matchAll(JOINED_LIST)) add(match.index, match[0], match[1] ?? '', match[4] ?? '')
  for (const match of text.matchAll(JOINED_BY)) add(match.index, match[0], match[3] ?? '', match[2] ?? '')
  return found
}

const whole = (text: string, { start, end }: Stretch): Literal => ({
  content: text.slice(start, end),
  parts: [{ from: 0, at: start }],
  start,
  end,
})

/** A string by itself, with the name that is joined on in front of it. */
const begun = (text: string, stretch: Stretch): Literal => {
  const leading = LEADING.exec(text.slice(Math.max(0, stretch.start - GAP), stretch.start))?.[1]
  return leading ? { ...whole(text, stretch), leading } : whole(text, stretch)
}

/** A string with its next neighbour. */
const joined = (text: string, open: Literal, joint: string, { start, end }: Stretch): Literal => ({
  ...open,
  content: open.content + joint + text.slice(start, end),
  parts: [...open.parts, { from: open.content.length + joint.length, at: start }],
  end,
})

/** The strings of a text, neighbours joined. In languages with bare words every stretch but comments is one. */
export const literalsOf = (
  text: string,
  stretches: readonly Stretch[],
  language: Language,
): readonly Literal[] => {
  if (language.bareWords)
    return stretches.filter(({ kind }) => kind !== 'comment').map((one) => whole(text, one))
  const out: Literal[] = []
  let open: Literal | undefined
  for (const stretch of stretches) {
    if (stretch.kind !== 'string') continue
    const joint = open && jointOf(text.slice(open.end, stretch.start))
    if (open && joint !== undefined) open = joined(text, open, joint, stretch)
    else {
      if (open) out.push(withTail(text, open))
      open = begun(text, stretch)
    }
  }
  if (open) out.push(withTail(text, open))
  return /\.join\(/.test(text) ? [...out, ...ofList(text)] : out
}
