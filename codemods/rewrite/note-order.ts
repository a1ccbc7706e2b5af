import type { Note } from '../project/note.ts'
import { isVariable } from './notes.ts'

/** What several calls have to say alike (an environment value) is said once, and so is a call that its wrapper sends twice. */
export const once = (notes: readonly Note[]): Note[] => {
  const said = new Set<string>()
  return notes.filter(({ rule, file, line, column, why, class: is, v1 }) => {
    const own = `${rule}|${file}:${line}:${column}|${why}|${is}|${v1}`
    const shared = isOfAll(why) ? why : `${file}|${why}`
    const key = rule === 'codemod.environment' ? shared : own
    return said.has(key) ? false : said.add(key) !== undefined
  })
}

/** Whether a variable is told of, which is one for the whole program; an option is another one in each client. */
const isOfAll = (why: string): boolean => isVariable(why.slice(0, why.indexOf(' ')))

/** Notes by file and place. */
export const inOrder = (notes: readonly Note[]): Note[] =>
  [...notes].sort(
    (a, b) =>
      a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column || a.rule.localeCompare(b.rule),
  )
