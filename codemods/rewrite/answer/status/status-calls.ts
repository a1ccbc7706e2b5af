import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { assignmentsTo } from '../../../sites/program/set/assigned.ts'
import { awaited, isFunctionValue, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * The calls whose answer an expression may be: of `const name = await call`, `const { status } = await call`,
 * `call.then((name) => …)`, and of what a name is set to later.
 */
export const callsBehind = (
  trace: Trace,
  given: ts.Expression,
  seen: ReadonlySet<ts.Node> = new Set(),
): readonly ts.Node[] => {
  const node = awaited(given)
  const next = (one: ts.Expression): readonly ts.Node[] =>
    seen.has(one) ? [] : callsBehind(trace, one, new Set([...seen, one]))
  if (compiler.isCallExpression(node)) return handsOn(node) ? next(node.expression.expression) : [node]
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  let holder: ts.Node | undefined = declared
  while (holder && compiler.isBindingElement(holder)) holder = holder.parent.parent
  if (holder && compiler.isVariableDeclaration(holder))
    return [holder.initializer ?? [], assignmentsTo(trace.checker, holder)].flat().flatMap(next)
  if (!holder || !compiler.isParameter(holder)) return []
  return [callHandling(holder) ?? [], assignmentsTo(trace.checker, holder)].flat().flatMap(next)
}

const handsOn = (
  node: ts.CallExpression,
): node is ts.CallExpression & { expression: ts.PropertyAccessExpression } =>
  compiler.isPropertyAccessExpression(node.expression) &&
  /^(then|catch|finally|clone)$/.test(node.expression.name.text)

const ASKS = /(^|\.)(request|get)$/

/**
 * The call that a function is given to for its answer: `call.then((answer) => …)`, `https.request(…, (answer) => …)`; for
 * its status, `axios.post(…, { validateStatus: (status) => … })`.
 */
const callHandling = ({ parent: handler }: ts.ParameterDeclaration): ts.Expression | undefined => {
  const options = validatorIn(handler)
  if (options) return compiler.isCallExpression(options.parent) ? options.parent : undefined
  if (!isFunctionValue(handler)) return undefined
  const { parent } = handler
  if (isThen(parent)) return parent.arguments[0] === handler ? parent.expression.expression : undefined
  return compiler.isCallExpression(parent) && ASKS.test(parent.expression.getText()) ? parent : undefined
}

/** `call.then(…)` */
export const isThen = (
  node: ts.Node,
): node is ts.CallExpression & { expression: ts.PropertyAccessExpression } =>
  compiler.isCallExpression(node) &&
  compiler.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'then'

/** What a function is a member of that says by a status whether a call of axios went well: `validateStatus: (code) => …`. */
export const validatorIn = (node: ts.Node): ts.Node | undefined => {
  const member = compiler.isMethodDeclaration(node) ? node : node.parent
  const isMember = compiler.isMethodDeclaration(member) || compiler.isPropertyAssignment(member)
  return isMember && nameOf(member.name) === 'validateStatus' ? member.parent : undefined
}
