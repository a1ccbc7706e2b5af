import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, isAsync } from '../tree.ts'

/** What `.json()` is called of, where it is awaited or given by an async function. */
const askedIn = (node: ts.Expression | undefined): ts.Expression | undefined => {
  if (
    !node ||
    !ts.isCallExpression(node) ||
    node.arguments.length > 0 ||
    !ts.isPropertyAccessExpression(node.expression)
  )
    return undefined
  const { expression, name } = node.expression
  return name.text === 'json' && !node.expression.questionDotToken ? expression : undefined
}

const parsed = (asked: ts.Expression): string => `JSON.parse(await ${asked.getText()}.text())`

const isInAsync = (node: ts.Node): boolean => {
  let at = node.parent
  while (at && !ts.isFunctionLike(at)) at = at.parent
  return at !== undefined && isAsync(at)
}

/** The text of an answer, parsed by the program. */
export const form: Form = {
  example: { before: 'const pod = await res.json()', after: 'const pod = JSON.parse(await res.text())' },
  apply: perFile((file) => [
    ...all(file, ts.isAwaitExpression).flatMap((node) => {
      const asked = askedIn(node.expression)
      return asked ? [[replace(node, parsed(asked))]] : []
    }),
    ...all(file, ts.isReturnStatement).flatMap(({ expression }) => {
      const asked = askedIn(expression)
      return asked && expression && isInAsync(asked) ? [[replace(expression, parsed(asked))]] : []
    }),
    ...all(file, ts.isArrowFunction).flatMap(({ body }) => {
      const asked = ts.isBlock(body) ? undefined : askedIn(body)
      if (!asked) return []
      return [[replace(body, `${asked.getText()}.text().then((said) => JSON.parse(said))`)]]
    }),
  ]),
}
