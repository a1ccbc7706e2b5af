import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

const parts = (file: ts.SourceFile): ts.BinaryExpression[] =>
  all(file, ts.isBinaryExpression).filter(
    ({ operatorToken, left }) =>
      operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken && /^[\w.?]+$/.test(left.getText()),
  )

/** `a ?? b` as a choice. */
export const form: Form = {
  example: { before: 'log(pod.name ?? none)', after: 'log((pod.name != null ? pod.name : none))' },
  apply: perFile((file) =>
    parts(file).map((one) => {
      const asked = one.left.getText()
      return [replace(one, `(${asked} != null ? ${asked} : ${one.right.getText()})`)]
    }),
  ),
}
