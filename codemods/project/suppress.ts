import type { ts } from 'ts-morph'
import { marksOf } from '../audit/suppressions.ts'
import { languageOf } from '../audit/text/language-of.ts'
import { lex } from '../audit/text/lex.ts'
import { lineTable } from '../audit/text/lines.ts'
import { walk } from '../sites/program/syntax/nodes.ts'
import { compiler } from './compiler.ts'

/** Lines a person told upshift to stay away from, and what is wrong with how they said it. */
export interface Suppressions {
  /** Whether a one-based line is off limits; so is what a mark that is said wrongly may have been meant for. */
  readonly covers: (line: number) => boolean
  readonly errors: readonly { readonly rule: string; readonly line: number; readonly why: string }[]
}

const NONE: Suppressions = { covers: () => false, errors: [] }

/** Reads the suppressions of a file's comments: the marks are the audit's, and so is their meaning. */
export const readSuppressions = (file: ts.SourceFile, today: string): Suppressions => {
  const { text, fileName } = file
  if (!/upshift[:-]|rp-migrate:/.test(text)) return NONE
  const lines = lineTable(text)
  const lineOf = (at: number): number => lines.at(at).line
  const { marked, unsure, problems } = marksOf(text, lex(text, languageOf(fileName)), lineOf, today)
  const covered = [...marked, ...unsure].map((range) => wholeNodes(file, range))
  return {
    covers: (line) => covered.some(({ from, to }) => line >= from && line <= to),
    errors: problems.map(({ rule, start, why }) => ({ rule, line: lineOf(start), why })),
  }
}

interface Lines {
  readonly from: number
  readonly to: number
}

/** What begins on the lines after a mark is covered to its end: an arrow's body, an element of several lines. */
const wholeNodes = (file: ts.SourceFile, { from, to }: Lines): Lines => {
  let last = to
  const lineAt = (at: number): number => file.getLineAndCharacterOfPosition(at).line + 1
  walk(file, (node) => {
    if (compiler.isSourceFile(node)) return undefined
    const line = lineAt(node.getStart())
    if (line > to) return false
    if (line <= from) return lineAt(node.getEnd()) > from ? undefined : false
    last = Math.max(last, lineAt(node.getEnd()))
    return false
  })
  return { from, to: last }
}
