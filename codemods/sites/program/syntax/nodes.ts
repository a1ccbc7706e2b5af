import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { walk } from './walk.ts'

export { eachNode, nodesIn, someNode, walk } from './walk.ts'

/** Stands for a value that is known not to be there: an argument left out, a member an object does not have. */
export const nothing = identifierIn(
  compiler.createSourceFile('/nothing.ts', 'undefined', compiler.ScriptTarget.ESNext, true),
)

/** `null` and `undefined`, as they are written. */
export const isNothing = (node: ts.Node): boolean =>
  node.kind === compiler.SyntaxKind.NullKeyword || (compiler.isIdentifier(node) && node.text === 'undefined')

/** The literal `''`. */
export const isEmptyText = (node: ts.Node): boolean => compiler.isStringLiteralLike(node) && node.text === ''

/** `''` of `id ?? ''`, `id ? id : ''`, `return ''` and of a field (`#id = ''`): beside what may be any text, it says nothing new. */
export const isSpareNothing = (node: ts.Node): boolean => {
  if (!isEmptyText(node)) return false
  const { parent } = node
  return (
    (compiler.isBinaryExpression(parent) && parent.right === node) ||
    compiler.isConditionalExpression(parent) ||
    compiler.isReturnStatement(parent) ||
    compiler.isPropertyDeclaration(parent)
  )
}

/** `undefined`, as it is written. */
export const isUndefined = (given: ts.Expression): boolean => {
  const node = bare(given)
  return compiler.isIdentifier(node) && node.text === 'undefined'
}

function identifierIn(file: ts.SourceFile): ts.Identifier {
  return (file.statements[0] as ts.ExpressionStatement).expression as ts.Identifier
}

/** The parameters that a call's arguments are for: TypeScript's `this` is none. */
export const takenBy = (callee: ts.SignatureDeclaration): ts.ParameterDeclaration[] =>
  callee.parameters.filter((one) => !isThisParameter(one))

/** Whether a call's arguments are the function's parameters one by one, so that each goes by its place. */
export const goesByPlace = (source: {
  readonly node: ts.Node
  readonly bound?: unknown
  readonly unbinds?: unknown
}): boolean =>
  !source.bound &&
  !source.unbinds &&
  compiler.isFunctionLike(source.node) &&
  !source.node.parameters.some(isThisParameter)

const isThisParameter = (parameter: ts.ParameterDeclaration): boolean =>
  compiler.isIdentifier(parameter.name) && parameter.name.text === 'this'

/** The function-like nodes around a node, innermost first. */
export const functionsAround = (node: ts.Node): ts.SignatureDeclaration[] => {
  const found: ts.SignatureDeclaration[] = []
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent)
    if (compiler.isFunctionLike(at)) found.push(at)
  return found
}

/**
 * The functions that run when a node runs, innermost first: a callback runs within the call it is handed to, but what a
 * factory gives back runs long after the factory.
 */
export const functionsRunning = (node: ts.Node): ts.SignatureDeclaration[] => {
  const around = functionsAround(node)
  const last = around.findIndex((one, index) => outlives(one, around[index + 1]))
  return last < 0 ? around : around.slice(0, last + 1)
}

/** Whether a function inside another is still there when the other has returned. */
const outlives = (inner: ts.Node, outer: ts.Node | undefined): boolean => {
  if (!outer) return false
  const { parent } = inner
  if (compiler.isCallExpression(parent) || compiler.isNewExpression(parent)) return false
  if (compiler.isParenthesizedExpression(parent) || compiler.isAwaitExpression(parent)) return false
  const name = ownName(inner)
  return name === undefined || !staysInside(name, outer)
}

const ownName = (node: ts.Node): ts.Identifier | undefined => {
  const named = compiler.isFunctionDeclaration(node) ? node : node.parent
  if (!compiler.isFunctionDeclaration(named) && !compiler.isVariableDeclaration(named)) return undefined
  return named.name && compiler.isIdentifier(named.name) ? named.name : undefined
}

/** Whether a local function is only called, or handed to calls, by the function it stands in. */
const staysInside = (name: ts.Identifier, outer: ts.Node): boolean => {
  let stays = true
  walk(outer, (node) => {
    if (!compiler.isIdentifier(node) || node.text !== name.text || node === name) return stays
    const isCalled = compiler.isCallExpression(node.parent) && functionAround(node) === outer
    if (!isCalled) stays = false
    return stays
  })
  return stays
}

/** The innermost function around a node that has a body. */
export const functionAround = (node: ts.Node): ts.SignatureDeclaration | undefined => functionsAround(node)[0]

/** The class that a node stands in. */
export const classAround = (node: ts.Node): ts.ClassLikeDeclaration | undefined => {
  for (let at: ts.Node | undefined = node; at; at = at.parent) if (compiler.isClassLike(at)) return at
  return undefined
}

/** Takes away parentheses, type assertions, `!` and the `0` of `(0, call)`, which change nothing of a value. */
export const bare = (node: ts.Expression): ts.Expression => {
  let at = node
  for (;;) {
    if (isDressing(at)) at = at.expression
    else if (isUnbound(at)) at = at.right
    else return at
  }
}

const isDressing = (node: ts.Node): node is ts.Expression & { readonly expression: ts.Expression } =>
  compiler.isParenthesizedExpression(node) ||
  compiler.isAsExpression(node) ||
  compiler.isSatisfiesExpression(node) ||
  compiler.isNonNullExpression(node) ||
  compiler.isTypeAssertionExpression(node)

/** `(0, client.post)(url)`: how compilers say that a function is called on nothing. */
const isUnbound = (node: ts.Node): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) &&
  node.operatorToken.kind === compiler.SyntaxKind.CommaToken &&
  compiler.isNumericLiteral(node.left)

/** The parentheses around an expression, which are all that may stand between a promise and its `await`. */
export const inParentheses = (node: ts.Expression): ts.Expression => {
  let at = node
  while (compiler.isParenthesizedExpression(at.parent)) at = at.parent
  return at
}

/** What an expression is behind its dressing and every `await`. */
export const awaited = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  return compiler.isAwaitExpression(node) ? awaited(node.expression) : node
}

/** An expression with the `await` before it, however it is dressed. */
export const awaitedAround = (node: ts.Expression): ts.Expression => {
  const outer = dressed(node)
  return compiler.isAwaitExpression(outer.parent) ? awaitedAround(outer.parent) : outer
}

/** The parent that is not mere dressing (parentheses, assertions), with the dressed child. */
export const dressed = (node: ts.Expression): ts.Expression => {
  let at: ts.Expression = node
  while (isDressing(at.parent) || (isUnbound(at.parent) && at.parent.right === at)) at = at.parent
  return at
}

/** Whether a node is another one or stands somewhere in it. */
export const isInside = (node: ts.Node, outer: ts.Node): boolean => {
  for (let at: ts.Node | undefined = node; at; at = at.parent) if (at === outer) return true
  return false
}

/** The statement that a place belongs to. */
export const statementOf = (node: ts.Node): ts.Node => {
  let at = node
  while (at.parent && !compiler.isStatement(at)) at = at.parent
  return at
}

/** The value expressions a function can return (not those of functions inside it). */
export const returnsOf = (callee: ts.SignatureDeclaration): ts.Expression[] => {
  const body = (callee as ts.FunctionLikeDeclaration).body
  if (!body) return []
  if (!compiler.isBlock(body)) return [body]
  const found: ts.Expression[] = []
  walk(body, (node) => {
    if (compiler.isFunctionLike(node)) return false
    if (compiler.isReturnStatement(node) && node.expression) found.push(node.expression)
    return undefined
  })
  return found
}

/** A function that is written where its value is used. */
export const isFunctionValue = (node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression =>
  compiler.isArrowFunction(node) || compiler.isFunctionExpression(node)

/** A property name's text: identifiers, strings and numbers. */
export const nameOf = (name: ts.PropertyName | ts.BindingName | undefined): string | undefined => {
  if (!name) return undefined
  if (compiler.isIdentifier(name) || compiler.isStringLiteralLike(name) || compiler.isNumericLiteral(name))
    return name.text
  return compiler.isComputedPropertyName(name) && compiler.isStringLiteralLike(name.expression)
    ? name.expression.text
    : undefined
}

/** Whether a declaration is never set again: `const`. */
export const isConst = (declaration: ts.Node): boolean =>
  (compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Const) !== 0

/** Whether an expression joins two by one of these signs. */
export const isOperation = (node: ts.Node, ...signs: readonly string[]): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) && signs.includes(compiler.tokenToString(node.operatorToken.kind) ?? '')

/** A text where it is written or put together: `'/pods'`, `` `${base}/pods` ``, `base + '/pods'`. */
export const isTextMade = (node: ts.Node): node is ts.Expression =>
  compiler.isStringLiteralLike(node) || compiler.isTemplateExpression(node) || isOperation(node, '+')
