import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { outcomeOf } from '../../../sites/program/syntax/logic.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'

/** Tells the nodes that look for what is not there: reads of it, and `'error' in body`. */
type Missing = (node: ts.Node) => boolean

type Answer = boolean | undefined

/**
 * Whether a condition holds of a body in which the members that it looks at are missing.
 * @returns undefined where that cannot be said
 */
export const holdsWithout = (condition: ts.Expression, isMissing: Missing): Answer =>
  outcomeOf(condition, (part) => {
    if (isOfMissing(part, isMissing)) return false
    if (compiler.isCallExpression(part)) return ofCall(part, isMissing)
    return compiler.isBinaryExpression(part) ? ofBinary(part, isMissing) : undefined
  })

/** What is missing, or read of what is. */
const isOfMissing = (given: ts.Expression, isMissing: Missing): boolean => {
  const node = bare(given)
  if (isMissing(node)) return true
  const isRead = isAccess(node)
  return isRead && isOfMissing(node.expression, isMissing)
}

/** Functions that say no to undefined. */
const ASKS = /^(Array\.isArray|Boolean)$/

const ofCall = ({ expression: callee, arguments: [first] }: ts.CallExpression, isMissing: Missing): Answer =>
  isOfMissing(callee, isMissing) ||
  (ASKS.test(callee.getText()) && first !== undefined && isOfMissing(first, isMissing))
    ? false
    : undefined

const ofBinary = (node: ts.BinaryExpression, isMissing: Missing): Answer => {
  const sign = node.operatorToken.getText()
  const [left, right] = [bare(node.left), bare(node.right)]
  const isLeft = isAbout(left, isMissing)
  if (!isLeft && !isAbout(right, isMissing)) return undefined
  if (/^[<>]=?$/.test(sign)) return false
  const isSame = isUndefined(isLeft ? left : right, isLeft ? right : left, sign.length === 2)
  return /^[!=]==?$/.test(sign) && isSame !== undefined ? isSame === sign.startsWith('=') : undefined
}

const isAbout = (node: ts.Expression, isMissing: Missing): boolean =>
  isOfMissing(compiler.isTypeOfExpression(node) ? bare(node.expression) : node, isMissing)

/** Whether what is missing, or its type, is the same as what it is compared with. */
const isUndefined = (missing: ts.Expression, other: ts.Expression, isLoose: boolean): Answer => {
  if (compiler.isStringLiteralLike(other))
    return compiler.isTypeOfExpression(missing) && other.text === 'undefined'
  if (other.kind === compiler.SyntaxKind.NullKeyword) return isLoose
  if (compiler.isIdentifier(other) && other.text === 'undefined') return true
  return compiler.isNumericLiteral(other) ? false : undefined
}
