import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { eachNode, isInside } from '../program/scope.ts'
import type { Trace } from '../program/source.ts'

/**
 * The expressions that hold the answer's text in a callback `(res) => { res.on('data', …); res.on('end', …) }`.
 * @returns undefined where the answer is taken in a way that is not that
 */
export const collectedTexts = (
  trace: Trace,
  callback: ts.ArrowFunction | ts.FunctionExpression,
): ts.Expression[] | undefined => {
  const [parameter] = callback.parameters
  if (!parameter) return []
  if (!compiler.isIdentifier(parameter.name)) return undefined
  const response = trace.checker.getSymbolAtLocation(parameter.name)
  const handlers: ts.Expression[] = []
  let isPlain = true
  eachNode(callback, (node) => {
    if (
      !compiler.isIdentifier(node) ||
      node === parameter.name ||
      trace.checker.getSymbolAtLocation(node) !== response
    )
      return
    const use = useOf(node)
    if (use === 'other') isPlain = false
    else if (use !== 'harmless') handlers.push(use)
  })
  if (!isPlain || handlers.length > 1) return undefined
  const [handler] = handlers
  return handler ? textsOf(trace, callback, handler) : []
}

/** What is done with the response: nothing of weight, its pieces are taken by a handler, or something else. */
const useOf = (node: ts.Identifier): ts.Expression | 'harmless' | 'other' => {
  const access = node.parent
  if (!compiler.isPropertyAccessExpression(access)) return 'other'
  if (/^(statusCode|statusMessage|headers|setEncoding|resume|destroy|complete)$/.test(access.name.text))
    return 'harmless'
  const call = access.parent
  if (access.name.text !== 'on' || !compiler.isCallExpression(call)) return 'other'
  const [event, handler] = call.arguments
  if (!event || !handler || !compiler.isStringLiteralLike(event)) return 'other'
  if (event.text === 'data') return handler
  return /^(end|error|close|aborted)$/.test(event.text) ? 'harmless' : 'other'
}

/** Every use of what a handler of pieces adds to, but for the adding. */
const textsOf = (trace: Trace, callback: ts.Node, handler: ts.Expression): ts.Expression[] | undefined => {
  const target = addedTo(handler)
  const symbol = target && trace.checker.getSymbolAtLocation(target)
  if (!target || !symbol) return isEmpty(handler) ? [] : undefined
  const found: ts.Expression[] = []
  eachNode(callback, (node) => {
    if (!compiler.isIdentifier(node) || trace.checker.getSymbolAtLocation(node) !== symbol) return
    const isOwn = compiler.isVariableDeclaration(node.parent) && node.parent.name === node
    if (!isOwn && !isInside(node, handler)) found.push(wholeText(node))
  })
  return found
}

const isEmpty = (handler: ts.Expression): boolean =>
  compiler.isArrowFunction(handler) && compiler.isBlock(handler.body) && handler.body.statements.length === 0

/** `(d) => (body += d)`, `(d) => chunks.push(d)`. */
const addedTo = (handler: ts.Expression): ts.Identifier | undefined => {
  let found: ts.Identifier | undefined
  eachNode(handler, (node) => {
    const isAdded =
      compiler.isBinaryExpression(node) &&
      (node.operatorToken.kind === compiler.SyntaxKind.PlusEqualsToken ||
        node.operatorToken.kind === compiler.SyntaxKind.EqualsToken)
    if (isAdded && compiler.isIdentifier(node.left)) found = node.left
    const isPushed =
      compiler.isCallExpression(node) &&
      compiler.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'push'
    if (isPushed && compiler.isIdentifier(node.expression.expression)) found = node.expression.expression
  })
  return found
}

/** `Buffer.concat(chunks).toString()` and `chunks.join('')` for `chunks`; the name itself otherwise. */
const wholeText = (node: ts.Identifier): ts.Expression => {
  const { parent } = node
  const isJoined =
    compiler.isPropertyAccessExpression(parent) && /^(join|toString|trim)$/.test(parent.name.text)
  if (isJoined && compiler.isCallExpression(parent.parent)) return parent.parent
  const isConcat = compiler.isCallExpression(parent) && parent.expression.getText() === 'Buffer.concat'
  const read = isConcat ? parent.parent : undefined
  if (
    read &&
    compiler.isPropertyAccessExpression(read) &&
    read.name.text === 'toString' &&
    compiler.isCallExpression(read.parent)
  )
    return read.parent
  return isConcat ? parent : node
}
