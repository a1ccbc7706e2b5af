import { relative } from 'node:path'
import type { Route } from '../../../mappings/dsl/route.ts'
import type { Note } from '../../project/note.ts'
import type { Change } from '../../rewrite/contract.ts'
import { pathsSaid } from './paths-said.ts'

/** A line of a comment, or what stands behind `//` in a line of code. */
const COMMENT = /^\s*(?:\/\/|\/?\*)(.*)|(?<=[\s;{}(),])\/\/(.*)/

/** Comments of changed files that name an operation as v1 had it: one note a file, with its lines. */
export const commentNotes = (changes: readonly Change[], routes: readonly Route[], root: string): Note[] => {
  const saidIn = pathsSaid(routes)
  return changes.flatMap(({ path, before, after }): Note[] => {
    const found = (before ?? '').split('\n').flatMap((line, index) => {
      const comment = COMMENT.exec(line)
      const said = comment && after.includes(line.trim()) ? saidIn(comment[1] ?? comment[2] ?? '') : undefined
      return said ? [{ ...said, line: index + 1, column: (comment?.index ?? 0) + 1 }] : []
    })
    const [first, ...others] = found
    if (!first) return []
    const more =
      others.length > 0 ? `; more of this in lines ${others.map(({ line }) => line).join(', ')}` : ''
    return [
      {
        rule: 'codemod.comment',
        file: relative(root, path),
        line: first.line,
        column: first.column,
        class: 'follow-up',
        fix: `say ${first.v2}, where it means REST v1`,
        confidence: 'medium',
        why: `this comment says ${first.v1}, which is ${first.v2} now${more}`,
      },
    ]
  })
}
