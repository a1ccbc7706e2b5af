import type { ts } from 'ts-morph'
import type { Blank } from '../../../../mappings/dsl/hole.ts'
import { compiler } from '../../../project/compiler.ts'
import { symbolAt } from '../../../sites/program/names/symbol.ts'
import { bare, someNode } from '../../../sites/program/syntax/nodes.ts'

const MOST_NAMES = 4

/** The blank that an expression comes to at times, as far as the program says so: `process.env.VOLUME ?? ''`. */
export const blankIn = (checker: ts.TypeChecker, given: ts.Expression, names = 0): Blank | undefined => {
  const node = bare(given)
  const next = (inner: ts.Expression): Blank | undefined => blankIn(checker, inner, names)
  if (compiler.isStringLiteralLike(node)) return node.text === '' ? 'text' : undefined
  if (compiler.isArrayLiteralExpression(node)) return node.elements.length === 0 ? 'list' : undefined
  if (compiler.isConditionalExpression(node)) return next(node.whenTrue) ?? next(node.whenFalse)
  if (compiler.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    const { QuestionQuestionToken, BarBarToken, AmpersandAmpersandToken } = compiler.SyntaxKind
    if (kind === QuestionQuestionToken) return next(node.left) ?? next(node.right)
    return kind === BarBarToken || kind === AmpersandAmpersandToken ? next(node.right) : undefined
  }
  if (compiler.isCallExpression(node)) return joinsNothing(node) ? 'text' : undefined
  const value = compiler.isIdentifier(node) && names < MOST_NAMES ? declaredValue(checker, node) : undefined
  return value && blankIn(checker, value, names + 1)
}

/** `ports.join(',')`: what is written out as a list has something in it. */
const joinsNothing = ({ expression: callee }: ts.CallExpression): boolean =>
  compiler.isPropertyAccessExpression(callee) &&
  callee.name.text === 'join' &&
  !someNode(callee.expression, (node) => compiler.isArrayLiteralExpression(node) && node.elements.length > 0)

/** What a name is declared with: a value, or a default. */
const declaredValue = (checker: ts.TypeChecker, name: ts.Identifier): ts.Expression | undefined => {
  const symbol = symbolAt({ checker }, name)
  const declared = symbol?.valueDeclaration
  const hasValue =
    declared &&
    (compiler.isVariableDeclaration(declared) ||
      compiler.isParameter(declared) ||
      compiler.isBindingElement(declared)) &&
    compiler.isIdentifier(declared.name)
  return hasValue ? declared.initializer : undefined
}
