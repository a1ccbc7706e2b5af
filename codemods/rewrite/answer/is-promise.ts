import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { declarationOf } from '../../sites/program/names/symbol.ts'
import { isAccess } from '../../sites/program/syntax/access.ts'
import { bare, goesByPlace, returnsOf } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isAsync } from '../edit/async.ts'

const { Any, Unknown, TypeParameter } = compiler.TypeFlags

/** Types that say nothing of whether somebody has to wait; what is said to be unknown, nobody can wait for. */
const OPEN = Any | TypeParameter

/**
 * Whether an expression that holds an answer gives a promise of it: calls do, but for a parsed text, and for a function
 * that parses a text, or takes the answer out of what it is handed (`unwrap(await call())`).
 */
export const isPromise = (trace: Trace, node: ts.Expression): node is ts.CallExpression =>
  isPromiseOf(trace, node, [])

const isPromiseOf = (trace: Trace, node: ts.Expression, seen: readonly ts.Node[]): boolean => {
  if (!compiler.isCallExpression(node) || node.expression.getText() === 'JSON.parse') return false
  const type = trace.checker.getTypeAtLocation(node)
  if ((type.flags & Unknown) !== 0) return false
  if ((type.flags & OPEN) === 0) return trace.checker.getPropertyOfType(type, 'then') !== undefined
  const callee = trace.targets(node, undefined).filter(goesByPlace)[0]?.node as
    | ts.SignatureDeclaration
    | undefined
  if (!callee || isAsync(callee) || seen.includes(callee)) return true
  return !returnsOf(callee).some((given) => isTakenOut(trace, given, [...seen, callee]))
}

/** `answer.value`, what a pattern takes, a parsed text, or one of two: nobody waits for these. */
const isTakenOut = (trace: Trace, given: ts.Expression, seen: readonly ts.Node[]): boolean => {
  const node = bare(given)
  const next = (one: ts.Expression): boolean => isTakenOut(trace, one, seen)
  if (compiler.isConditionalExpression(node)) return next(node.whenTrue) || next(node.whenFalse)
  if (compiler.isBinaryExpression(node)) return next(node.left)
  if (compiler.isCallExpression(node)) return !isPromiseOf(trace, node, seen)
  if (compiler.isIdentifier(node)) return isBound(trace, node) || valuesOf(trace, node).some(next)
  return isAccess(node)
}

/** `data` of `({ ok, data }) => data`. */
const isBound = (trace: Trace, name: ts.Identifier): boolean => {
  const declared = declarationOf(trace, name)
  return declared !== undefined && compiler.isBindingElement(declared) && !declared.dotDotDotToken
}

/** What a name is given, where it is declared and by what is put into it later. */
const valuesOf = (trace: Trace, name: ts.Identifier): ts.Expression[] =>
  trace
    .sources(name, undefined)
    .flatMap(({ node }) => (compiler.isExpression(node) && !compiler.isIdentifier(node) ? [node] : []))
