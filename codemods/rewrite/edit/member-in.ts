import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, nameOf } from '../../sites/program/syntax/nodes.ts'

interface MemberIn {
  readonly node: ts.Expression
  /** True where it is a member of what is spread in there. */
  readonly isSpread?: true
}

/** What an object literal says for a member; undefined where several parts of it may. */
export const memberIn = ({ properties }: ts.ObjectLiteralExpression, name: string): MemberIn | undefined => {
  const places = properties.filter(
    (one) =>
      compiler.isSpreadAssignment(one) ||
      one.name === undefined ||
      compiler.isComputedPropertyName(one.name) ||
      nameOf(one.name) === name,
  )
  const last = places.at(-1)
  if (!last) return undefined
  if (compiler.isPropertyAssignment(last)) return { node: last.initializer }
  if (compiler.isShorthandPropertyAssignment(last)) return { node: last.name }
  const isPlain = compiler.isSpreadAssignment(last) && compiler.isIdentifier(bare(last.expression))
  return isPlain && places.length === 1 ? { node: last.expression, isSpread: true } : undefined
}
