import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { kindOf } from '../../project/parse/program.ts'
import { type Edit, inTurn } from '../edit/edit.ts'

/** A line of a text. */
export interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

export const linesOf = (text: string): Line[] => {
  let start = 0
  return text.split('\n').map((line) => {
    const found = { start, end: start + line.trimEnd().length, text: line.trimEnd() }
    start += line.length + 1
    return found
  })
}

/** Whether a place of a text stands on a line of it. */
export const isOn = ({ start, end }: Line, at: number): boolean => at >= start && at <= end

/** What an edit made, and where that stands now. */
export interface Range {
  readonly from: number
  readonly to: number
  readonly edit: Edit
}

/** What edits made, in its order. */
export const rangesOf = (edits: readonly Edit[]): Range[] => {
  let moved = 0
  return inTurn(edits).map((edit) => {
    const from = edit.start + moved
    moved += edit.text.length - (edit.end - edit.start)
    return { from, to: from + edit.text.length, edit }
  })
}

/** A text as a file of the path's language. */
export const parsed = (path: string, text: string): ts.SourceFile =>
  compiler.createSourceFile(path, text, compiler.ScriptTarget.ESNext, true, kindOf(path))
