import { ts } from 'ts-morph'
import { insertAfter, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

/** What follows a guard within it, and what the guard did behind. */
export const form: Form = {
  example: {
    before: 'const f = (a) => { if (!a.ok) throw a\nreturn a }',
    after: 'const f = (a) => { if (a.ok) {\nreturn a\n}\nthrow a }',
  },
  apply: perFile((file) =>
    all(file, ts.isBlock).flatMap((block) => {
      const at = block.statements.findIndex(
        (one) =>
          ts.isIfStatement(one) &&
          !one.elseStatement &&
          ts.isThrowStatement(one.thenStatement) &&
          ts.isPrefixUnaryExpression(one.expression),
      )
      const guard = block.statements[at]
      const rest = block.statements.slice(at + 1)
      const last = rest.at(-1)
      if (
        !guard ||
        !ts.isIfStatement(guard) ||
        !last ||
        !ts.isReturnStatement(last) ||
        !ts.isFunctionLike(block.parent)
      )
        return []
      const asked = (guard.expression as ts.PrefixUnaryExpression).operand
      return [
        [
          replace(guard, `if (${asked.getText()}) {`),
          insertAfter(last, `\n}\n${guard.thenStatement.getText()}`),
        ],
      ]
    }),
  ),
}
