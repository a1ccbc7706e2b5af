import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

const inner = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? inner(node.expression) : node

/** What is spread in on a condition, by the other way to say it. */
export const form: Form = {
  example: {
    before: 'send({ ...(size && { size }), ...(a ? { a } : {}) })',
    after: 'send({ ...(size ? { size } : {}), ...(a && { a }) })',
  },
  apply: perFile((file) =>
    all(file, ts.isSpreadAssignment).flatMap(({ expression }) => {
      const said = inner(expression)
      if (ts.isBinaryExpression(said) && said.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
        return [[replace(said, `${said.left.getText()} ? ${said.right.getText()} : {}`)]]
      if (ts.isConditionalExpression(said) && said.whenFalse.getText() === '{}')
        return [[replace(said, `${said.condition.getText()} && ${said.whenTrue.getText()}`)]]
      return []
    }),
  ),
}
