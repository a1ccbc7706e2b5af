import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { bare, functionAround, nothing, type Scope } from './scope.ts'
import type { Trace } from './source.ts'

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
  if (!compiler.isIdentifier(node) || !scope || isSetAnew(node)) return undefined
  const guesses = trace.guesses()
  const found = trace.sources(node, scope)
  if (trace.guesses() !== guesses || found.length === 0) return undefined
  if (found.every((one) => one.node === nothing)) return false
  return found.every((one) => !one.parameter && isObject(one.node)) ? true : undefined
}

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

/** Whether the function that asks sets the name itself. */
const isSetAnew = (name: ts.Identifier): boolean => {
  const text = functionAround(name)?.getText() ?? ''
  return new RegExp(`\\b${name.text}\\s*(\\?\\?|\\|\\||&&)?=[^=>]`).test(text)
}
