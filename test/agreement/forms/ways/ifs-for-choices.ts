import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

const choiceOf = (node: ts.Expression | undefined): ts.ConditionalExpression | undefined => {
  const inner = node && ts.isParenthesizedExpression(node) ? node.expression : node
  return inner && ts.isConditionalExpression(inner) ? inner : undefined
}

/** `if` and `else` in the place of a choice within an expression. */
export const form: Form = {
  example: {
    before: 'const f = (a) => { return a ? b : c }',
    after: 'const f = (a) => { if (a) return b\nreturn c }',
  },
  apply: perFile((file) => [
    ...all(file, ts.isReturnStatement).flatMap((one) => {
      const choice = choiceOf(one.expression)
      if (!choice || !ts.isBlock(one.parent)) return []
      return [
        [
          replace(
            one,
            `if (${choice.condition.getText()}) return ${choice.whenTrue.getText()}\nreturn ${choice.whenFalse.getText()}`,
          ),
        ],
      ]
    }),
    ...all(file, ts.isVariableStatement).flatMap((statement) => {
      const [one, ...others] = statement.declarationList.declarations
      const choice = choiceOf(one?.initializer)
      if (!one || !choice || others.length > 0 || !ts.isIdentifier(one.name) || !ts.isBlock(statement.parent))
        return []
      const name = one.name.text
      const type = one.type ? `: ${one.type.getText()}` : ''
      return [
        [
          replace(
            statement,
            `let ${name}${type}\nif (${choice.condition.getText()}) ${name} = ${choice.whenTrue.getText()}\nelse ${name} = ${choice.whenFalse.getText()}`,
          ),
        ],
      ]
    }),
  ]),
}
