import type { ts } from 'ts-morph'
import { compiler } from '../compiler.ts'
import { isEmbedding } from '../parse/embedded.ts'
import { namesDeclared, typesDeclared } from '../parse/own-scope.ts'
import { readText } from '../tree/look.ts'

/** More files than these are no one page, and no one program of scripts. */
const MOST_FILES = 400

/**
 * Files that say what a script declares, which neither exports nor imports: a type that any file of TypeScript may say, and
 * may add to, or a value that another script uses and does not declare.
 * @param files those that were read
 * @param rest those that were not
 */
export const filesSharing = (files: readonly ts.SourceFile[], rest: readonly string[]): string[] => {
  const scripts = files.filter(isOpenScript)
  const types = wordsOf(scripts.flatMap(typesDeclared))
  const values = wordsOf(scripts.flatMap(namesDeclared))
  if (!types && !values) return []
  const found = rest.filter((path) => {
    const text = readText(path) ?? ''
    if (types && TYPED.test(path) && types.test(text)) return true
    return values !== undefined && isScript(text) && saysUndeclared(text, values)
  })
  return found.length > MOST_FILES ? [] : found
}

const TYPED = /\.[cm]?tsx?$/

const isOpenScript = (file: ts.SourceFile): boolean =>
  !compiler.isExternalModule(file) && !isEmbedding(file.fileName) && isScript(file.text)

const wordsOf = (names: readonly string[]): RegExp | undefined => {
  const words = [...new Set(names)].map((name) => name.replaceAll('$', '\\$'))
  return words.length > 0 ? new RegExp(`(?<![\\w$.])(?:${words.join('|')})(?![\\w$])`) : undefined
}

/** Whether a text neither imports nor exports, nor is a module of CommonJS. */
const isScript = (text: string): boolean =>
  !/^\s*(import\b(?!\s*\()|export\b)|\brequire\(|\bmodule\.exports\b/m.test(text)

const saysUndeclared = (text: string, words: RegExp): boolean =>
  [...text.matchAll(new RegExp(words, 'g'))].some(
    ([name]) =>
      !new RegExp(`\\b(const|let|var|function|class)\\s+${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text),
  )
