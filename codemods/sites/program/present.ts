import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, functionAround, nameOf, nothing, type Scope } from './scope.ts'
import type { Source, Trace } from './source.ts'

/**
 * What a condition comes to that asks only whether a value is there (`body ? 'POST' : 'GET'`), where each caller leaves it
 * out or says an object. Undefined where it is not known.
 */
export const isPresent = (
  trace: Pick<Trace, 'sources' | 'guesses'>,
  condition: ts.Expression,
  scope: Scope | undefined,
): boolean | undefined => {
  const node = bare(condition)
  if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken) {
    const inner = isPresent(trace, node.operand, scope)
    return inner === undefined ? undefined : !inner
  }
  const compared = compiler.isBinaryExpression(node) ? node : undefined
  const against = compared && comparedWithNothing(compared)
  if (compared && against) {
    const inner = isPresent(trace, compared.left, scope)
    return inner === undefined ? undefined : inner === against.present
  }
  if (compiler.isPropertyAccessExpression(node)) return isMemberPresent(trace, node, scope)
  if (!compiler.isIdentifier(node) || !scope || isSetAnew(node)) return undefined
  const guesses = trace.guesses()
  const found = trace.sources(node, scope)
  if (trace.guesses() !== guesses || found.length === 0) return undefined
  if (found.every((one) => one.node === nothing)) return false
  return found.every((one) => !one.parameter && isObject(one.node)) ? true : undefined
}

/** The same of `request.body`, where each caller writes out all that `request` holds. */
const isMemberPresent = (
  trace: Pick<Trace, 'sources' | 'guesses'>,
  { expression, name }: ts.PropertyAccessExpression,
  scope: Scope | undefined,
): boolean | undefined => {
  const object = bare(expression)
  if (!compiler.isIdentifier(object) || !scope || isSetAnew(object, name.text)) return undefined
  const guesses = trace.guesses()
  const found = trace.sources(object, scope).map((one) => memberPresent(trace, one, name.text))
  if (trace.guesses() !== guesses || found.length === 0) return undefined
  return found.every((one) => one === found[0]) ? found[0] : undefined
}

const memberPresent = (
  trace: Pick<Trace, 'sources'>,
  { node, scope, parameter }: Source,
  name: string,
): boolean | undefined => {
  if (node === nothing) return false
  if (parameter || !compiler.isObjectLiteralExpression(node) || !isClosed(node)) return undefined
  const member = node.properties.find((one) => one.name && nameOf(one.name) === name)
  if (!member) return false
  const value = compiler.isPropertyAssignment(member) ? member.initializer : member.name
  const found = value && compiler.isExpression(value) ? trace.sources(value, scope) : []
  return found.length > 0 && found.every((one) => !one.parameter && isObject(one.node)) ? true : undefined
}

/** Whether an object literal holds what it says, and nothing else. */
const isClosed = (literal: ts.ObjectLiteralExpression): boolean =>
  literal.properties.every(({ name }) => name !== undefined && nameOf(name) !== undefined)

/** `x !== undefined`, `x == null`. */
const comparedWithNothing = ({
  operatorToken,
  right,
}: ts.BinaryExpression): { present: boolean } | undefined => {
  if (!/^(undefined|null)$/.test(right.getText())) return undefined
  const said = operatorToken.getText()
  if (!/^[!=]==?$/.test(said) || (right.getText() === 'null' && said.length === 3)) return undefined
  return { present: said.startsWith('!') }
}

/** An object where it is passed, or under a name that stands for nothing else. */
const isObject = (node: ts.Node): boolean => {
  const { parent } = node
  const isVariable = compiler.isVariableDeclaration(parent)
  if (isVariable && (compiler.getCombinedNodeFlags(parent) & compiler.NodeFlags.Const) === 0) return false
  return compiler.isObjectLiteralExpression(node) || compiler.isArrayLiteralExpression(node)
}

/** Whether the function that asks sets the name itself, or the member of it. */
const isSetAnew = (name: ts.Identifier, member?: string): boolean => {
  const text = functionAround(name)?.getText() ?? ''
  const isSet = (said: string): boolean => new RegExp(`\\b${said}\\s*(\\?\\?|\\|\\||&&)?=[^=>]`).test(text)
  return isSet(name.text) || (member !== undefined && isSet(`${name.text}\\.${member}`))
}
