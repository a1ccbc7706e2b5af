/** Where in a GraphQL document a text ends: what may be said next depends on it. */
export interface Position {
  /** What the text is in the middle of. */
  readonly within: 'tokens' | 'string' | 'block' | 'comment'
  /** The brackets open since the first `(`. */
  readonly open: string
  /** The last character that means something. */
  readonly last: string
}

export const START: Position = { within: 'tokens', open: '', last: '' }
/** Where the value of an argument is said. */
export const VALUE: Position = { within: 'tokens', open: '(', last: ':' }
/** Where an item of a list is said. */
export const ITEM: Position = { within: 'tokens', open: '([', last: '[' }

/** The position after some more text. */
export const advance = (from: Position, text: string): Position => {
  let { within, open, last } = from
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (within === 'comment') {
      if (char === '\n') within = 'tokens'
    } else if (within === 'string' || within === 'block') {
      const end = within === 'block' ? '"""' : '"'
      if (char === '\\') at++
      else if (text.startsWith(end, at)) {
        at += end.length - 1
        within = 'tokens'
        last = '"'
      }
    } else if (char === '"') {
      within = text.startsWith('"""', at) ? 'block' : 'string'
      if (within === 'block') at += 2
    } else if (char === '#') within = 'comment'
    else {
      if (open === '' ? char === '(' : /[([{]/.test(char)) open += char
      else if (/[)\]}]/.test(char)) open = open.slice(0, -1)
      if (!/[\s,]/.test(char)) last = char
    }
  }
  return { within, open, last }
}

/** What stands at a position. */
export type Expected = 'text' | 'value' | 'item' | 'input' | 'selection'

/** What an interpolation at a position is part of. */
export const expectedAt = ({ within, open, last }: Position): Expected => {
  if (within === 'string' || within === 'block') return 'text'
  if (open === '') return 'selection'
  if (open.endsWith('[')) return 'item'
  return last === ':' ? 'value' : 'input'
}
