import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, nameOf } from '../../../sites/program/syntax/nodes.ts'

/** The names of an object's members; undefined where it has others than those written out. */
export const namesWritten = (given: ts.Expression): string[] | undefined => {
  const node = bare(given)
  if (!compiler.isObjectLiteralExpression(node)) return undefined
  const names = node.properties.map((one) =>
    compiler.isSpreadAssignment(one) ? undefined : nameOf(one.name),
  )
  return names.every((name) => name !== undefined) ? names : undefined
}

/** The same for one member of an object that is about to be written: `{ input: { … } }`. */
export const namesWrittenAt = (text: string, member: string): string[] | undefined => {
  const file = compiler.createSourceFile('', `(${text})`, compiler.ScriptTarget.Latest, true)
  const [statement] = file.statements
  if (!statement || !compiler.isExpressionStatement(statement)) return undefined
  const outer = bare(statement.expression)
  const found =
    compiler.isObjectLiteralExpression(outer) && outer.properties.find((one) => nameOf(one.name) === member)
  return found && compiler.isPropertyAssignment(found) ? namesWritten(found.initializer) : undefined
}
