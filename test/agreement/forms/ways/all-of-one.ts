import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

/** One promise in a list that is awaited. */
export const form: Form = {
  example: { before: 'const pod = await get(id)', after: 'const [pod] = await Promise.all([get(id)])' },
  apply: perFile((file) =>
    all(file, ts.isVariableDeclaration).flatMap(({ name, initializer, type }) => {
      if (!initializer || !ts.isAwaitExpression(initializer) || type) return []
      if (!ts.isCallExpression(initializer.expression)) return []
      return [
        [
          replace(name, `[${name.getText()}]`),
          replace(initializer.expression, `Promise.all([${initializer.expression.getText()}])`),
        ],
      ]
    }),
  ),
}
