import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

/** `return res.json()` behind an await as `then((res) => res.json())`, in a function that is not async any more. */
export const form: Form = {
  example: {
    before: 'const one = async (id) => (await get(id)).name',
    after: 'const one = (id) => get(id).then((given) => given.name)',
  },
  apply: perFile((file) =>
    all(file, ts.isArrowFunction).flatMap((arrow) => {
      const { body } = arrow
      const inner =
        ts.isPropertyAccessExpression(body) && ts.isParenthesizedExpression(body.expression)
          ? body.expression.expression
          : undefined
      if (!inner || !ts.isAwaitExpression(inner) || !ts.isPropertyAccessExpression(body)) return []
      const head = file.text.slice(arrow.getStart(), body.getStart()).replace(/^async /, '')
      return [
        [replace(arrow, `${head}${inner.expression.getText()}.then((given) => given.${body.name.text})`)],
      ]
    }),
  ),
}
