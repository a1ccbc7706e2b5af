import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../program/frames/source.ts'
import { valuesOf } from '../../program/set/assigned.ts'
import { bare, returnsOf } from '../../program/syntax/nodes.ts'
import type { Held } from './held.ts'

const MOST_NAMES = 4

/** Whether an expression is an object that the program makes itself, where an answer would be: `{ data: [] }`. */
export const isStandIn = (trace: Trace, given: ts.Expression | undefined, names = 0): boolean => {
  if (!given || names > MOST_NAMES) return false
  const node = bare(given)
  const next = (inner: ts.Expression): boolean => isStandIn(trace, inner, names + 1)
  if (compiler.isObjectLiteralExpression(node)) return node.properties.length > 0
  if (compiler.isConditionalExpression(node)) return next(node.whenTrue) || next(node.whenFalse)
  if (compiler.isCallExpression(node))
    return /^(Promise\.resolve|of)$/.test(node.expression.getText()) && node.arguments.some(next)
  const declared = compiler.isIdentifier(node) ? variableOf(trace, node) : undefined
  return declared?.initializer !== undefined && next(declared.initializer)
}

/** Whether an answer is held as an object whose members the program reads, so that another object may stand for it. */
export const mayBeReplaced = (held: Held): boolean => held.kind === 'axios' || held.kind === 'record'

/** `call().catch(() => ({ data: [] }))` */
export const catchesInto = (trace: Trace, { arguments: [callback] }: ts.CallExpression): boolean => {
  const found = callback ? trace.sources(callback, undefined) : []
  return found.some(
    ({ node }) =>
      compiler.isFunctionLike(node) &&
      returnsOf(node as ts.SignatureDeclaration).some((one) => isStandIn(trace, one)),
  )
}

/** `try { res = await call() } catch { res = { data: [] } }` */
export const isReplaced = (trace: Trace, name: ts.Identifier): boolean => {
  return valuesOf(trace.checker, name).some((one) => isStandIn(trace, one))
}

const variableOf = ({ checker }: Trace, name: ts.Identifier): ts.VariableDeclaration | undefined => {
  const declared = checker.getSymbolAtLocation(name)?.valueDeclaration
  return declared && compiler.isVariableDeclaration(declared) ? declared : undefined
}
