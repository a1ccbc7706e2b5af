import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, holds } from '../tree.ts'

const leaves = (node: ts.Node): boolean =>
  ts.isAwaitExpression(node) ||
  ts.isReturnStatement(node) ||
  ts.isBreakOrContinueStatement(node) ||
  ts.isYieldExpression(node)

/** `forEach` in the place of a loop that waits for nothing. */
export const form: Form = {
  example: {
    before: 'for (const pod of pods) log(pod.name)',
    after: 'pods.forEach((pod) => { log(pod.name) })',
  },
  apply: perFile((file) =>
    all(file, ts.isForOfStatement).flatMap((loop) => {
      const { initializer, statement, expression } = loop
      if (!ts.isVariableDeclarationList(initializer) || loop.awaitModifier || holds(statement, leaves, true))
        return []
      const of =
        ts.isIdentifier(expression) ||
        ts.isPropertyAccessExpression(expression) ||
        ts.isCallExpression(expression)
          ? expression.getText()
          : `(${expression.getText()})`
      const start = of.startsWith('(') ? ';' : ''
      const body = ts.isBlock(statement) ? statement.getText() : `{ ${statement.getText()} }`
      return [
        [replace(loop, `${start}${of}.forEach((${initializer.declarations[0]?.name.getText()}) => ${body})`)],
      ]
    }),
  ),
}
