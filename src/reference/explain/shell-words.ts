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

interface State {
  readonly words: string[]
  word: string | undefined
  here: { readonly end: string; readonly dash: boolean } | undefined
  stdin: string | undefined
  hereString: boolean
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

/**
 * Reads the first command of a shell text. Quotes, `$'…'`, line continuations and here-documents are honoured;
 * variables stay as they are written, and what follows `|`, `;`, `&&` or `>` is left out.
 * @throws {ShellError} for an unclosed quote
 */
export const shellCommand = (text: string): ShellCommand => {
  const state: State = { words: [], word: undefined, here: undefined, stdin: undefined, hereString: false }
  let ended = false
  let at = 0
  const add = (piece: string) => {
    if (!ended) state.word = (state.word ?? '') + piece
  }
  while (at < text.length) {
    if (text[at] === '#' && state.word === undefined) {
      const stop = text.indexOf('\n', at)
      at = stop < 0 ? text.length : stop
      continue
    }
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (!match) throw new ShellError('a quote is never closed')
    const {
      joined,
      newline,
      blank,
      ansi: escapes,
      single,
      double,
      dash,
      marked,
      word,
      end,
      escaped,
      bare,
    } = match.groups ?? {}
    at = TOKEN.lastIndex
    if (joined !== undefined) continue
    if (newline !== undefined) {
      endWord(state)
      if (state.here) at = readHeredoc(state, text, at)
      if (state.words.length > 0) break
    } else if (blank !== undefined) endWord(state)
    else if (end !== undefined) {
      endWord(state)
      ended = true
    } else if (marked !== undefined || word !== undefined) {
      endWord(state)
      state.here = { end: marked ?? word ?? '', dash: dash === '-' }
    } else if (match[0].startsWith('<<<')) {
      endWord(state)
      state.hereString = true
    } else
      add(
        escapes !== undefined
          ? ansi(escapes)
          : (single ?? double?.replace(/\\([$`"\\])|\\\n/g, '$1') ?? escaped ?? bare ?? ''),
      )
  }
  if (state.here) throw new ShellError(`the here-document never ends: there is no line ${state.here.end}`)
  endWord(state)
  return { words: state.words, ...(state.stdin === undefined ? {} : { stdin: state.stdin }) }
}
