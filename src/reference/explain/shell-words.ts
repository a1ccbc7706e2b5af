/** A command as a POSIX shell would take it apart: its words, and the here-document it reads, if any. */
export interface ShellCommand {
  readonly words: readonly string[]
  readonly stdin?: string
}

/** Thrown where text is no shell command: an unclosed quote, a here-document without an end. */
export class ShellError extends Error {
  override readonly name = 'ShellError'
}

const ANSI: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

/** The escapes of `$'…'` (POSIX.1-2024, 2.2.4). */
const ansi = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|([\s\S]))/g,
    (_, hex, short, long, octal, sign) => {
      const number = hex ?? short ?? long
      if (number !== undefined) return String.fromCodePoint(Number.parseInt(number, 16))
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8))
      return ANSI[sign as string] ?? `\\${sign}`
    },
  )

const TOKEN = new RegExp(
  [
    String.raw`(?<joined>\\\r?\n)`,
    String.raw`(?<newline>\r?\n)`,
    String.raw`(?<blank>[ \t]+)`,
    String.raw`\$'(?<ansi>(?:[^'\\]|\\[\s\S])*)'`,
    "'(?<single>[^']*)'",
    String.raw`\$?"(?<double>(?:[^"\\]|\\[\s\S])*)"`,
    String.raw`<<(?<dash>-?)[ \t]*(?:(?<quote>['"])(?<marked>[^'"\n]+)\k<quote>|\\?(?<word>[\w.!-]+))`,
    String.raw`<<<[ \t]*(?<here>)`,
    String.raw`(?<end>[|;]|&&|&(?=\s|$)|\d*>{1,2}&?\d*)`,
    String.raw`\\(?<escaped>[\s\S])`,
    String.raw`(?<bare>[^\s'"\\|;&<>]+|[$<>&])`,
  ].join('|'),
  'y',
)

type Groups = Readonly<Record<string, string | undefined>>

interface State {
  readonly words: string[]
  /** The word that is being read. */
  word: string | undefined
  /** The here-document that begins with the next line. */
  here: { readonly end: string; readonly dash: boolean } | undefined
  stdin: string | undefined
  /** The next word is a here-string. */
  hereString: boolean
  /** What follows belongs to another command. */
  ended: boolean
}

const endWord = (state: State): void => {
  if (state.word === undefined) return
  if (state.hereString) state.stdin = `${state.word}\n`
  else state.words.push(state.word)
  state.hereString = false
  state.word = undefined
}

const readHeredoc = (state: State, text: string, at: number): number => {
  const { end, dash } = state.here as { end: string; dash: boolean }
  const lines: string[] = []
  let from = at
  while (from <= text.length) {
    const stop = text.indexOf('\n', from)
    const raw = text.slice(from, stop < 0 ? undefined : stop).replace(/\r$/, '')
    const line = dash ? raw.replace(/^\t+/, '') : raw
    from = stop < 0 ? text.length + 1 : stop + 1
    if (line.trim() === end) {
      state.stdin = lines.map((one) => `${one}\n`).join('')
      state.here = undefined
      return from
    }
    lines.push(line)
  }
  throw new ShellError(`the here-document never ends: there is no line ${end}`)
}

/** What a token adds to the word it stands in; undefined for one that ends a word. */
const pieceOf = ({ ansi: escapes, single, double, escaped, bare }: Groups): string | undefined =>
  escapes !== undefined
    ? ansi(escapes)
    : (single ?? double?.replace(/\\([$`"\\])|\\\n/g, '$1') ?? escaped ?? bare)

/** Reads one token, and says where it ends; undefined where the first command is over. */
const readToken = (state: State, text: string, at: number): number | undefined => {
  TOKEN.lastIndex = at
  const groups: Groups | undefined = TOKEN.exec(text)?.groups
  if (!groups) throw new ShellError('a quote is never closed')
  const behind = TOKEN.lastIndex
  if (groups.joined !== undefined) return behind
  const piece = pieceOf(groups)
  if (piece !== undefined) {
    if (!state.ended) state.word = (state.word ?? '') + piece
    return behind
  }
  endWord(state)
  if (groups.newline !== undefined) {
    const next = state.here ? readHeredoc(state, text, behind) : behind
    return state.words.length > 0 ? undefined : next
  }
  const hereEnd = groups.marked ?? groups.word
  if (groups.end !== undefined) state.ended = true
  else if (hereEnd !== undefined) state.here = { end: hereEnd, dash: groups.dash === '-' }
  else if (groups.here !== undefined) state.hereString = true
  return behind
}

/** Where the line ends that a comment is on. */
const behindComment = (text: string, at: number): number => {
  const stop = text.indexOf('\n', at)
  return stop < 0 ? text.length : stop
}

/**
 * Reads the first command of a shell text. Quotes, `$'…'`, line continuations and here-documents are honoured;
 * variables stay as they are written, and what follows `|`, `;`, `&&` or `>` is left out.
 * @throws {ShellError} for an unclosed quote
 */
export const shellCommand = (text: string): ShellCommand => {
  const state: State = {
    words: [],
    word: undefined,
    here: undefined,
    stdin: undefined,
    hereString: false,
    ended: false,
  }
  let at: number | undefined = 0
  while (at !== undefined && at < text.length) {
    const isComment: boolean = text[at] === '#' && state.word === undefined
    at = isComment ? behindComment(text, at) : readToken(state, text, at)
  }
  if (state.here) throw new ShellError(`the here-document never ends: there is no line ${state.here.end}`)
  endWord(state)
  return { words: state.words, ...(state.stdin === undefined ? {} : { stdin: state.stdin }) }
}
