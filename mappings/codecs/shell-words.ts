import { z } from 'zod'
import { codec, isStrings, type ListItem } from '../dsl/codec.ts'

const SAFE = /^[\w@%+=:,./-]+$/

/** One word, quoted where a POSIX shell would take it apart (XCU 2.2.2: within single quotes nothing is special). */
export const quoteWord = (word: string): string =>
  SAFE.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

const TOKEN = /\s+|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)|(['"\\])/y

const PLAIN = /^[^\s'"\\]+(?: [^\s'"\\]+)*$/

/** Splits a command line into words as a POSIX shell would, without expansions; an unclosed quote stands for itself. */
export const splitWords = (line: string): string[] => (PLAIN.test(line) ? line.split(' ') : splitQuoted(line))

const splitQuoted = (line: string): string[] => {
  const words: string[] = []
  let word: string | undefined
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < line.length; ) {
    const [whole = '', single, double, escaped, bare, stray] = TOKEN.exec(line) ?? []
    const piece = single ?? double?.replace(/\\([$`"\\\n])/g, '$1') ?? escaped ?? bare ?? stray
    if (piece !== undefined) word = (word ?? '') + piece
    else if (whole !== '' && word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}

/** The same pieces as source text: what is quoted, and what comes off around it. */
const QUOTED = `'[^']*'|"(?:[^"\\\\]|\\\\[^])*"`
const PIECE = `'([^']*)'|"((?:[^"\\\\]|\\\\[^])*)"|\\\\([^])`

/** A word that is made when the program runs, as a part of a template: always quoted, since nobody knows it. */
const quotedText = (text: string): string => `'\${${text}.replaceAll("'", "'\\\\''")}'`

/** A text as it is written in a template. */
const inTemplate = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, '\\$&')

/** One word as a part of a template; digits need no quotes. */
const wordOf = (item: ListItem): string => {
  if ('number' in item) return `\${${item.number}}`
  return 'text' in item ? quotedText(item.text) : inTemplate(quoteWord(item.value))
}

/** `dockerStartCmd` <-> `args`: a list of words is one command line, quoted so that it splits back to the same list. */
export const shellWords = codec('shellWords', {
  old: z.array(z.string()),
  v2: z.string(),
  quick: isStrings,
  decode: (words) => words.map(quoteWord).join(' '),
  encode: splitWords,
  takes: 'a list of strings, one a word of the command',
  examples: [
    [['python', 'app.py'], 'python app.py'],
    [['bash', '-lc', 'python /app/x.py'], "bash -lc 'python /app/x.py'"],
    [['echo', "it's", ''], "echo 'it'\\''s' ''"],
    [[], ''],
  ],
  source: (words) =>
    `${words}.map((word) => (/^[\\w@%+=:,./-]+$/.test(word) ? word : \`'\${word.replaceAll("'", "'\\\\''")}'\`)).join(' ')`,
  sourceOfList: (items) => `\`${items.map(wordOf).join(' ')}\``,
  sourceBack: (line) =>
    `(${line}.match(/(?:${QUOTED}|\\\\[^]|\\S)+/g) ?? []).map((word) => word.replace(/${PIECE}/g, (_, single, double, bare) => single ?? double?.replace(/\\\\([$\`"\\\\\\n])/g, '$1') ?? bare))`,
})
