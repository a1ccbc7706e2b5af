import { ts } from 'ts-morph'
import { insertAfter, insertAt, insertBefore } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

const leaves = (statement: ts.Statement | undefined): boolean =>
  statement !== undefined &&
  (ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    (ts.isBlock(statement) && leaves(statement.statements.at(-1))))

/** `else` behind what leaves a function. */
export const form: Form = {
  example: {
    before: 'const f = (a) => { if (!a) throw a\nreturn a }',
    after: 'const f = (a) => { if (!a) { throw a } else {\nreturn a }}',
  },
  apply: perFile((file) =>
    all(file, ts.isBlock).flatMap((block) => {
      if (!ts.isFunctionLike(block.parent)) return []
      const at = block.statements.findIndex(
        (one) => ts.isIfStatement(one) && !one.elseStatement && leaves(one.thenStatement),
      )
      const first = block.statements[at]
      if (!first || !ts.isIfStatement(first) || at === block.statements.length - 1) return []
      const then = first.thenStatement
      const braces = ts.isBlock(then) ? [] : [insertBefore(then, '{ '), insertAfter(then, ' }')]
      return [[...braces, insertAfter(first, ' else {'), insertAt(file, block.end - 1, '}')]]
    }),
  ),
}
