import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, isAsync } from '../tree.ts'

/** What `promise.then((value) => …)` hands on, and to what. */
const handedOn = (node: ts.Node): { promise: string; pattern: string; given: string } | undefined => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const [next, ...others] = node.arguments
  if (node.expression.name.text !== 'then' || !next || others.length > 0 || !ts.isArrowFunction(next))
    return undefined
  const [value] = next.parameters
  if (!value || ts.isBlock(next.body)) return undefined
  return {
    promise: node.expression.expression.getText(),
    pattern: value.name.getText(),
    given: next.body.getText(),
  }
}

/** `await` in the place of what is handed to `then`. */
export const form: Form = {
  example: {
    before: `const get = (id) => call(id).then((pod) => pod.name)`,
    after: `const get = async (id) => {\nconst pod = await call(id)\nreturn pod.name\n}`,
  },
  apply: perFile((file) => {
    return all(file, ts.isArrowFunction).flatMap((arrow) => {
      const found = handedOn(arrow.body)
      if (!found) return []
      const body = `{\nconst ${found.pattern} = await ${found.promise}\nreturn ${found.given}\n}`
      const async = isAsync(arrow) ? '' : 'async '
      const head = file.text.slice(arrow.getStart(), arrow.body.getStart())
      return [[replace(arrow, async + head + body)]]
    })
  }),
}
