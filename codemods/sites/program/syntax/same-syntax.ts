import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare } from './nodes.ts'

/** Whether two expressions are written alike, however they are laid out: line breaks, quotes and parentheses aside. */
export const sameSyntax = (one: ts.Node, other: ts.Node): boolean => {
  const [first, second] = [unwrapped(one), unwrapped(other)]
  if (first === second) return true
  if (first.kind !== second.kind || operatorOf(first) !== operatorOf(second)) return false
  const [parts, others] = [partsOf(first), partsOf(second)]
  if (parts.length === 0 && others.length === 0) return wordOf(first) === wordOf(second)
  return (
    parts.length === others.length && parts.every((part, index) => sameSyntax(part, others[index] ?? second))
  )
}

const unwrapped = (node: ts.Node): ts.Node =>
  compiler.isParenthesizedExpression(node) ? bare(node.expression) : node

const partsOf = (node: ts.Node): ts.Node[] => {
  const parts: ts.Node[] = []
  compiler.forEachChild(node, (part) => void parts.push(part))
  return parts
}

/** The operators that are no node of their own: `!x` and `-x`, `x++` and `x--`. */
const operatorOf = (node: ts.Node): ts.SyntaxKind | undefined =>
  compiler.isPrefixUnaryExpression(node) || compiler.isPostfixUnaryExpression(node)
    ? node.operator
    : undefined

const wordOf = (node: ts.Node): string =>
  compiler.isStringLiteralLike(node) ? JSON.stringify(node.text) : node.getText()
