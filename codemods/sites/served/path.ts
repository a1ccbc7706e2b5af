/** The words of a path: `\0` for one that is only known when the program runs, `*` for any number of them. */
export type Words = readonly string[]

/** The words of a path that a server is told (`/pods/:id`, `/pods/{id}`), or that a file's place says (`pods/[id]`). */
export const wordsServed = (path: string): Words => path.split('/').filter(Boolean).map(wordServed)

const wordServed = (word: string): string => {
  if (/^(\*.*|:\w+[*+].*|\[\[?\.\.\..*|\$|\{\w*\*\}|.*\{\.\+\})$/.test(word)) return '*'
  return /^(:|\$|\[|\{)/.test(word) ? '\0' : word
}

/** A path that a call asks for. */
export interface PathAsked {
  readonly words: Words
  /** Whether a base goes before it that nobody knows. */
  readonly isOpen: boolean
}

/** The path of an address, `\0` where it has gaps: of one with a host, what stands behind that. */
export const pathAsked = (shape: string): PathAsked => {
  const path = shape.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '')
  const isOpen = path.startsWith('\0')
  // What is put behind the last word is a query, or nothing.
  const words = path.replace(/^\0/, '').replace(/(?<=[^/])\0$/, '')
  return { words: words.split('/').filter(Boolean).map(wordAsked), isOpen }
}

const wordAsked = (word: string): string => (word.includes('\0') ? '\0' : word)

/** Whether a path that is asked for may be the one that is served, which is perhaps mounted below others. */
export const isServed = (served: Words, { words, isOpen }: PathAsked): boolean => {
  const rest = served.indexOf('*')
  if (rest >= 0) return begins(served.slice(0, rest), words)
  if (words.length >= served.length) return isSame(served, words.slice(words.length - served.length))
  return isOpen && isSame(served.slice(served.length - words.length), words)
}

const begins = (before: Words, asked: Words): boolean =>
  asked.some((_, at) => isSame(before, asked.slice(at, at + before.length)))

/** One word at least must be said by both. */
const isSame = (served: Words, asked: Words): boolean =>
  served.length === asked.length &&
  served.some((word) => word !== '\0') &&
  served.every((word, at) => word === '\0' || word === asked[at])
