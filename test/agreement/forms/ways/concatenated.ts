import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

const quoted = (text: string): string =>
  `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n')}'`

const part = (node: ts.Expression): string =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)
    ? node.getText()
    : `(${node.getText()})`

/** Texts put together by `+` in the place of templates. */
export const form: Form = {
  example: { before: 'get(`/pods/${id}`)', after: "get('/pods/' + id)" },
  apply: perFile((file) =>
    all(file, ts.isTemplateExpression)
      .filter((one) => !ts.isTaggedTemplateExpression(one.parent) && !/`/.test(one.getText().slice(1, -1)))
      .map((one) => {
        const parts = [
          quoted(one.head.text),
          ...one.templateSpans.flatMap(({ expression, literal }) => [part(expression), quoted(literal.text)]),
        ]
        const said = parts.filter((text, index) => text !== "''" || (index === 0 && parts[2] === "''"))
        const text = said.join(' + ')
        return [
          replace(
            one,
            ts.isPropertyAccessExpression(one.parent) || ts.isBinaryExpression(one.parent)
              ? `(${text})`
              : text,
          ),
        ]
      }),
  ),
}
