import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, holds } from '../tree.ts'

/** `if (value === 'word')` asks for a word. */
const wordOf = ({ expression }: ts.IfStatement): { asked: string; word: string } | undefined => {
  if (
    !ts.isBinaryExpression(expression) ||
    expression.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken
  )
    return undefined
  const { left, right } = expression
  return ts.isStringLiteral(right) || ts.isNumericLiteral(right)
    ? { asked: left.getText(), word: right.getText() }
    : undefined
}

/** A switch in the place of a question for one word. */
export const form: Form = {
  example: {
    before: "if (pod.state === 'UP') log(1)\nelse log(2)",
    after: "switch (pod.state) {\ncase 'UP': log(1)\nbreak\ndefault: log(2)\n}",
  },
  apply: perFile((file) =>
    all(file, ts.isIfStatement).flatMap((one) => {
      const found = wordOf(one)
      if (!found || holds(one, ts.isBreakOrContinueStatement, true)) return []
      const other = one.elseStatement ? `default: ${one.elseStatement.getText()}\n` : ''
      return [
        [
          replace(
            one,
            `switch (${found.asked}) {\ncase ${found.word}: ${one.thenStatement.getText()}\nbreak\n${other}}`,
          ),
        ],
      ]
    }),
  ),
}
