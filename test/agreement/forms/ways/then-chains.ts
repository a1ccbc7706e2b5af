import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, holds, isAsync } from '../tree.ts'

/** `const pattern = await promise`, and nothing else. */
const awaited = (statement: ts.Statement): { pattern: string; promise: string } | undefined => {
  const [one, ...others] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
  const value = one?.initializer
  if (!one || others.length > 0 || !value || !ts.isAwaitExpression(value) || one.type) return undefined
  return { pattern: one.name.getText(), promise: value.expression.getText() }
}

const chained = (statements: readonly ts.Statement[]): string => {
  const at = statements.findIndex(awaited)
  const whole = statements.map((one) => one.getText())
  const found = statements[at] && awaited(statements[at])
  if (!found) return whole.join('\n')
  const rest = statements.slice(at + 1)
  const waits = rest.some((one) =>
    holds(one, (node) => ts.isAwaitExpression(node) || ts.isForOfStatement(node), true),
  )
  const next = `${waits ? 'async ' : ''}(${found.pattern}) => {\n${chained(rest)}\n}`
  return [...whole.slice(0, at), `return ${found.promise}.then(${next})`].join('\n')
}

/** What comes behind an `await`, handed to `then`. */
export const form: Form = {
  example: {
    before: 'async function one(id) {\nconst pod = await get(id)\nreturn pod.name\n}',
    after: 'async function one(id) {\nreturn get(id).then((pod) => {\nreturn pod.name\n})\n}',
  },
  apply: perFile((file) =>
    all(file, ts.isBlock)
      .filter((block) => ts.isFunctionLike(block.parent) && isAsync(block.parent))
      .filter((block) => block.statements.some(awaited))
      .map((block) => [replace(block, `{\n${chained(block.statements)}\n}`)]),
  ),
}
