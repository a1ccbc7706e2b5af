import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

/** Headers as an object of the class of that name. */
export const form: Form = {
  example: {
    before: `fetch(url, { headers: { Authorization: key } })`,
    after: `fetch(url, { headers: new Headers({ Authorization: key }) })`,
  },
  apply: perFile((file) =>
    all(file, ts.isPropertyAssignment)
      .filter(
        ({ name, initializer, parent }) =>
          name.getText() === 'headers' &&
          ts.isObjectLiteralExpression(initializer) &&
          ts.isCallExpression(parent.parent) &&
          parent.parent.expression.getText() === 'fetch',
      )
      .map(({ initializer }) => [replace(initializer, `new Headers(${initializer.getText()})`)]),
  ),
}
