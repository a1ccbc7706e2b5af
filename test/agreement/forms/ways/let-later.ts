import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, holds } from '../tree.ts'

/** A variable that is declared first and set a line later. */
export const form: Form = {
  example: {
    before: 'const f = async () => { const pod = await get(id) }',
    after: 'const f = async () => { let pod\npod = await get(id) }',
  },
  apply: perFile((file) =>
    all(file, ts.isVariableStatement).flatMap((statement) => {
      const [one, ...others] = statement.declarationList.declarations
      if (
        !one?.initializer ||
        others.length > 0 ||
        !ts.isIdentifier(one.name) ||
        !ts.isBlock(statement.parent)
      )
        return []
      if (!holds(one.initializer, ts.isCallExpression)) return []
      const type = one.type ? `: ${one.type.getText()}` : ''
      return [
        [replace(statement, `let ${one.name.text}${type}\n${one.name.text} = ${one.initializer.getText()}`)],
      ]
    }),
  ),
}
