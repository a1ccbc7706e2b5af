import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

/** What went well known by its status. */
export const form: Form = {
  example: { before: 'if (!res.ok) throw 1', after: 'if (!(res.status >= 200 && res.status < 300)) throw 1' },
  apply: perFile((file) =>
    all(file, ts.isPropertyAccessExpression)
      .filter(
        ({ name, expression, parent }) =>
          name.text === 'ok' && ts.isIdentifier(expression) && ts.isPrefixUnaryExpression(parent),
      )
      .map((one) => {
        const of = `${one.expression.getText()}.status`
        return [replace(one, `(${of} >= 200 && ${of} < 300)`)]
      }),
  ),
}
