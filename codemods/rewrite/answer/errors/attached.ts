import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { extended } from '../../../sites/program/held/holders.ts'
import { madeAs } from '../../../sites/program/names/symbol.ts'
import { bare, dressed, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** What every error keeps the first thing in that it is made with. */
export const MESSAGE = 'message'

/** A member that an error is given once it is made. */
export interface Attached {
  readonly name: string
  readonly value: ts.Expression
  /** The error, where that is made by a class. */
  readonly error?: ts.Expression
}

/** `failed.body = body`, `Object.assign(new Error(…), { status, body })`, `throw { status, body }`, `new Error(…, { cause: body })`. */
export const attachedAt = ({ checker }: Trace, node: ts.Node): readonly Attached[] => {
  if (compiler.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node
    const isSet =
      operatorToken.kind === compiler.SyntaxKind.EqualsToken && compiler.isPropertyAccessExpression(left)
    const error = isSet ? madeAs({ checker }, left.expression) : undefined
    return isSet && error && isError(checker, error) ? [{ name: left.name.text, value: right, error }] : []
  }
  const members = isThrown(node) ? node : membersOfError({ checker }, node)
  return [...messageOf(node), ...(members ? members.properties.flatMap(memberOf) : [])]
}

/** `new Error(await res.text())`: what is said with words of the program's own is no body. */
const messageOf = (node: ts.Node): readonly Attached[] => {
  const isMade = compiler.isNewExpression(node) && node.expression.getText() === 'Error'
  const value = isMade ? node.arguments?.[0] : undefined
  const isWorded = value && (compiler.isStringLiteralLike(value) || compiler.isTemplateExpression(value))
  return value && !isWorded ? [{ name: MESSAGE, value }] : []
}

const memberOf = (one: ts.ObjectLiteralElementLike): Attached | [] => {
  if (compiler.isShorthandPropertyAssignment(one)) return { name: one.name.text, value: one.name }
  const name = compiler.isPropertyAssignment(one) ? nameOf(one.name) : undefined
  return name === undefined || !compiler.isPropertyAssignment(one) ? [] : { name, value: one.initializer }
}

/** `throw { status, body }`, `Promise.reject({ status, body })`, `reject({ status, body })` */
const isThrown = (node: ts.Node): node is ts.ObjectLiteralExpression => {
  if (!compiler.isObjectLiteralExpression(node)) return false
  const { parent } = dressed(node)
  if (compiler.isCallExpression(parent)) return /^(Promise\.)?reject$/.test(parent.expression.getText())
  return compiler.isThrowStatement(parent)
}

/** What an error is given besides its message where it is made. */
const membersOfError = (
  { checker }: Pick<Trace, 'checker'>,
  node: ts.Node,
): ts.ObjectLiteralExpression | undefined => {
  const isAssigned = compiler.isCallExpression(node) && node.expression.getText() === 'Object.assign'
  if (!isAssigned && !(compiler.isNewExpression(node) && node.expression.getText() === 'Error'))
    return undefined
  const [first, second] = (node.arguments ?? []).map(bare)
  const isOfError = !isAssigned || (first !== undefined && isError(checker, madeAs({ checker }, first)))
  return isOfError && second && compiler.isObjectLiteralExpression(second) ? second : undefined
}

/**
 * What is put as a whole into what is thrown: `body` of `Object.assign(new Error('refused'), body)` and of
 * `throw { status, ...body }`.
 */
export const thrownWhole = ({ checker }: Trace, node: ts.Node): ts.Expression | undefined => {
  if (compiler.isSpreadAssignment(node))
    return compiler.isThrowStatement(dressed(node.parent).parent) ? node.expression : undefined
  if (!compiler.isCallExpression(node) || node.expression.getText() !== 'Object.assign') return undefined
  const [error, given] = node.arguments.map(bare)
  return error &&
    given &&
    !compiler.isObjectLiteralExpression(given) &&
    isError(checker, madeAs({ checker }, error))
    ? given
    : undefined
}

/** `new ApiError(…)`, and `new Refusal(…)` of a class that is made of an error's. */
const isError = (checker: ts.TypeChecker, node: ts.Expression): boolean => {
  if (!compiler.isNewExpression(node)) return false
  const declared = checker.getTypeAtLocation(node).symbol?.valueDeclaration
  const above = declared && compiler.isClassLike(declared) ? extended(declared) : undefined
  return [node.expression, above].some((one) => one && /Error$/.test(one.getText()))
}
