import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type Access, isAccess } from '../../program/syntax/access.ts'
import { bare, dressed, isOperation, nameOf } from '../../program/syntax/nodes.ts'
import type { UsesWalk } from './uses-walk.ts'

/** The name of the member that an access reads; undefined of one that is only known when the program runs. */
export const stepOf = (access: Access): string | undefined => {
  if (compiler.isPropertyAccessExpression(access)) return nameOf(access.name as ts.Identifier)
  const key = access.argumentExpression
  return compiler.isStringLiteralLike(key) ? key.text : undefined
}

/** Whether an expression stands in for a list that was taken out of the envelope before: `body.pods ?? body.data`. */
export const isSpare = (walk: UsesWalk, node: ts.Expression): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  return isOperation(parent, '??', '||') && parent.right === outer && opens(walk, parent.left)
}

/** Whether an expression takes the list out of the envelope. */
export const opens = (walk: UsesWalk, node: ts.Expression): boolean => {
  const inner = bare(node)
  if (isAccess(inner)) return stepOf(inner) === walk.key && walk.key !== undefined
  if (isOperation(inner, '??', '||')) return opens(walk, inner.left)
  // `Array.isArray(body.pods) ? body.pods : []`
  return (
    compiler.isConditionalExpression(inner) &&
    opens(walk, inner.whenTrue) &&
    opens(walk, testedBy(inner.condition) ?? inner.condition)
  )
}

/** What `Array.isArray(…)` is asked about. */
export const testedBy = (condition: ts.Expression): ts.Expression | undefined => {
  const call = bare(condition)
  return compiler.isCallExpression(call) && call.expression.getText() === 'Array.isArray'
    ? call.arguments[0]
    : undefined
}

/**
 * Whether code that asks if a body is a list goes the same way for v2's envelope: `Array.isArray(body) ? body : body.pods`,
 * `if (!Array.isArray(body) && !body.pods) throw …`. What else hangs on the answer would turn out otherwise.
 */
export const isAskedEitherWay = (walk: UsesWalk, call: ts.CallExpression): boolean => {
  const [isNot, part] = plainly(call)
  const { parent } = part
  if (compiler.isConditionalExpression(parent))
    return (
      !isNot && parent.condition === part && bare(parent.whenTrue).getText() === call.arguments[0]?.getText()
    )
  if (!compiler.isBinaryExpression(parent) || parent.operatorToken.getText() !== (isNot ? '&&' : '||'))
    return false
  const other = bare(parent.left === part ? parent.right : parent.left)
  const asked = isNot ? negated(other) : other
  return asked !== undefined && opens(walk, testedBy(asked) ?? asked)
}

/** A condition, or the `!` before it. */
const plainly = (node: ts.Expression): readonly [isNot: boolean, part: ts.Expression] => {
  const part = dressed(node)
  return negated(part.parent) ? [true, dressed(part.parent as ts.Expression)] : [false, part]
}

const negated = (node: ts.Node): ts.Expression | undefined =>
  compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken
    ? bare(node.operand)
    : undefined
