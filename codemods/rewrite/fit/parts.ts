import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'

/** The part of an expression or a statement that is broken when that is too long. */
export const partOf = (node: ts.Node): ts.Node | undefined => {
  if (compiler.isVariableStatement(node)) return node.declarationList
  if (compiler.isVariableDeclarationList(node))
    return node.declarations.length === 1 ? node.declarations[0] : undefined
  if (compiler.isImportDeclaration(node)) return node.importClause?.namedBindings
  if (compiler.isVariableDeclaration(node) && isRequired(node.initializer)) return node.name
  if (
    compiler.isVariableDeclaration(node) ||
    compiler.isPropertyAssignment(node) ||
    compiler.isPropertyDeclaration(node)
  )
    return node.initializer
  if (compiler.isPrefixUnaryExpression(node)) return node.operand
  if (compiler.isBinaryExpression(node)) return longerOf(node.left, node.right)
  return HOLDERS.has(node.kind) ? (node as ts.ParenthesizedExpression).expression : undefined
}

/** `require('…')`: its text stays where it is, however long the line. */
export const isRequired = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  compiler.isCallExpression(node) &&
  compiler.isIdentifier(node.expression) &&
  node.expression.text === 'require'

const longerOf = (a: ts.Node, b: ts.Node): ts.Node => (a.end - a.pos > b.end - b.pos ? a : b)

/** What stands around one expression and is never broken itself. */
const HOLDERS: ReadonlySet<ts.SyntaxKind> = new Set([
  compiler.SyntaxKind.ParenthesizedExpression,
  compiler.SyntaxKind.AwaitExpression,
  compiler.SyntaxKind.ReturnStatement,
  compiler.SyntaxKind.ThrowStatement,
  compiler.SyntaxKind.ExpressionStatement,
  compiler.SyntaxKind.ExportAssignment,
  compiler.SyntaxKind.AsExpression,
  compiler.SyntaxKind.SatisfiesExpression,
  compiler.SyntaxKind.NonNullExpression,
  compiler.SyntaxKind.PropertyAccessExpression,
  compiler.SyntaxKind.ElementAccessExpression,
  compiler.SyntaxKind.SpreadElement,
  compiler.SyntaxKind.SpreadAssignment,
])

export type Awaited = ts.PropertyAccessExpression & { readonly expression: ts.ParenthesizedExpression }

/** A member of what is waited for: `(await call(…)).id`. */
export const isAwaited = (node: ts.Node): node is Awaited =>
  compiler.isPropertyAccessExpression(node) &&
  compiler.isParenthesizedExpression(node.expression) &&
  compiler.isAwaitExpression(node.expression.expression)

export type Either = ts.BinaryExpression

/** What is joined by `&&`, `||` or `??`. */
export const isEither = (node: ts.Node): node is Either =>
  compiler.isBinaryExpression(node) &&
  /^(&&|\|\||\?\?)$/.test(compiler.tokenToString(node.operatorToken.kind) ?? '')

/** Whether nothing else is joined with the two: the second may stand behind the first's last line. */
export const isLone = ({ left, right, parent }: Either): boolean =>
  !isEither(left) && !isEither(right) && !isEither(parent) && !compiler.isIfStatement(parent)

/** `x > 0 ? a : b` and `a ?? b` as what something is set to: they begin a line of their own. */
export const beginsLine = (node: ts.Node): boolean =>
  (compiler.isVariableDeclaration(node.parent) || compiler.isPropertyAssignment(node.parent)) &&
  (compiler.isConditionalExpression(node)
    ? compiler.isBinaryExpression(node.condition)
    : isEither(node) && !isList(node.right))

/** `found ?? { id: … }` stays where it is, and is opened. */
const isList = (node: ts.Expression): boolean =>
  (compiler.isObjectLiteralExpression(node) && node.properties.length > 0) ||
  (compiler.isArrayLiteralExpression(node) && node.elements.length > 0)

export type Link = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression }

/** What a chain of calls begins with, and its calls: `api.get(…).then(…)`. */
export const chainOf = (
  node: ts.Expression,
): { readonly head: ts.Expression; readonly links: readonly Link[] } => {
  if (!isLink(node)) return { head: node, links: [] }
  const { head, links } = chainOf(node.expression.expression)
  return { head, links: [...links, node] }
}

/** Three calls and more, one of which is given a function that only gives something: each stands on a line of its own. */
export const isBrokenChain = (node: ts.Node): boolean => {
  if (!isLink(node)) return false
  const { head, links } = chainOf(node)
  const calls = links.length + (compiler.isCallExpression(head) ? 1 : 0)
  return (
    calls > 2 &&
    links.some(({ arguments: given }) =>
      given.some((one) => compiler.isArrowFunction(one) && !compiler.isBlock(one.body)),
    )
  )
}

const isLink = (node: ts.Node): node is Link =>
  compiler.isCallExpression(node) && compiler.isPropertyAccessExpression(node.expression)

/** Whether the last of several arguments is opened, and the others stay where they are. */
export const canOpen = (list: readonly ts.Node[]): boolean => {
  const last = list.at(-1)
  const isAlone = list.every((one) => one === last || one.kind !== last?.kind)
  return isAlone && last !== undefined && (!compiler.isArrowFunction(last) || opensBody(last.body))
}

/** Whether a body may begin a line while its function goes on with the line before. */
const opensBody = (body: ts.ConciseBody): boolean => {
  const inner = compiler.isParenthesizedExpression(body) ? body.expression : body
  return [inner.kind, body.kind].some((kind) => OPENED.has(kind))
}

const OPENED: ReadonlySet<ts.SyntaxKind> = new Set([
  compiler.SyntaxKind.ArrowFunction,
  compiler.SyntaxKind.ObjectLiteralExpression,
  compiler.SyntaxKind.ArrayLiteralExpression,
  compiler.SyntaxKind.CallExpression,
  compiler.SyntaxKind.ConditionalExpression,
])
