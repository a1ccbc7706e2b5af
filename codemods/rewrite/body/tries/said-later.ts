import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isName, symbolBehind } from '../../../sites/program/names/symbol.ts'
import { writesIn } from '../../../sites/program/set/steady.ts'
import {
  isConst,
  isFunctionValue,
  nodesIn,
  someNode,
  statementOf,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { asksGetter, doesNothing, isSteady } from '../../dead/pure.ts'

/**
 * Whether a value can be made right before a call instead of where it is: it is the same whenever it is made, or all that
 * happens in between is that other values are made.
 * @param made the declarations that hold it, the first of them its own
 */
export const isSaidLater = (
  trace: Trace,
  node: ts.Expression,
  made: readonly ts.VariableDeclaration[],
  top: ts.Expression,
): boolean => {
  const [own] = made
  if (!own || !doesNothing(node) || asksGetter(trace, node)) return false
  return isFixed(trace, node) || isNextTo(trace, statementOf(own), top)
}

/** Whether a value is made of words, numbers and names for such that are never set again. */
const isFixed = (trace: Trace, node: ts.Expression): boolean =>
  isSteady(node) &&
  [node, ...nodesIn(node, isExpression)].every(
    (inner) => !isFunctionValue(inner) && inner.kind !== compiler.SyntaxKind.ThisKeyword,
  ) &&
  nodesIn(node, compiler.isIdentifier)
    .filter(isName)
    .every((name) => isFixedName(trace, name))

const isExpression = (node: ts.Node): node is ts.Expression => compiler.isExpression(node)

const isFixedName = (trace: Trace, name: ts.Identifier): boolean => {
  if (name.text === 'undefined') return true
  const symbol = symbolBehind(trace, name)
  const [declared, ...others] = symbol?.declarations ?? []
  if (!symbol || !declared || others.length > 0 || !isPlain(trace.checker.getTypeAtLocation(name)))
    return false
  if (compiler.isVariableDeclaration(declared) && isConst(declared)) return true
  return (
    (compiler.isParameter(declared) || compiler.isBindingElement(declared)) &&
    writesIn(trace, declared.getSourceFile(), new Set([symbol])).length === 0
  )
}

/** Whether a type is one of words, numbers and the like, which nobody can change. */
const isPlain = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.every(isPlain) : (type.flags & PLAIN) !== 0

const PLAIN =
  compiler.TypeFlags.StringLike |
  compiler.TypeFlags.NumberLike |
  compiler.TypeFlags.BooleanLike |
  compiler.TypeFlags.Null |
  compiler.TypeFlags.Undefined

/** Whether nothing happens from a statement on, but that values are made, until a call is made: also in its `try`. */
const isNextTo = (trace: Trace, statement: ts.Node, top: ts.Expression): boolean => {
  let at: ts.Node | undefined = firstIn(top)
  while (at && at.parent !== statement.parent) {
    const block: ts.Node = at.parent
    const around = block.parent
    const isTried = compiler.isBlock(block) && compiler.isTryStatement(around) && around.tryBlock === block
    if (!isTried || !stretch(block.statements, block.statements[0], at).every((one) => isIdle(trace, one)))
      return false
    at = around
  }
  const { parent } = statement
  if (!at || !('statements' in parent)) return false
  const between = stretch(parent.statements as ts.NodeArray<ts.Statement>, statement, at)
  return between.length > 0 && between.every((one) => isIdle(trace, one))
}

/** The statements from one on, before another. */
const stretch = (all: readonly ts.Node[], from: ts.Node | undefined, to: ts.Node): readonly ts.Node[] =>
  all.slice(from ? all.indexOf(from) : 0, all.indexOf(to))

/** Whether a statement does nothing but to give values names. */
const isIdle = (trace: Trace, statement: ts.Node): boolean =>
  compiler.isFunctionDeclaration(statement) ||
  compiler.isInterfaceDeclaration(statement) ||
  compiler.isTypeAliasDeclaration(statement) ||
  (compiler.isVariableStatement(statement) &&
    statement.declarationList.declarations.every(
      ({ name, initializer }) =>
        !someNode(name, compiler.isCallExpression) &&
        (!initializer || (doesNothing(initializer) && !asksGetter(trace, initializer))),
    ))

/** The statement that does nothing before a call is made: `const res = await call()`, `return call().then(…)`. */
const firstIn = (top: ts.Expression): ts.Node | undefined => {
  let at: ts.Node = top
  while (isFirst(at.parent, at)) at = at.parent
  const isStatement =
    compiler.isVariableStatement(at) || compiler.isReturnStatement(at) || compiler.isExpressionStatement(at)
  return isStatement ? at : undefined
}

const isFirst = (parent: ts.Node, at: ts.Node): boolean => {
  if (compiler.isBinaryExpression(parent))
    return (
      parent.left === at || (parent.operatorToken.getText() === '=' && compiler.isIdentifier(parent.left))
    )
  if (compiler.isCallExpression(parent))
    return (
      parent.expression === at || (parent.arguments[0] === at && compiler.isIdentifier(parent.expression))
    )
  if (compiler.isVariableDeclarationList(parent)) return parent.declarations[0] === at
  if (compiler.isConditionalExpression(parent)) return parent.condition === at
  return (
    compiler.isPropertyAccessExpression(parent) ||
    compiler.isAwaitExpression(parent) ||
    compiler.isParenthesizedExpression(parent) ||
    compiler.isAsExpression(parent) ||
    compiler.isSatisfiesExpression(parent) ||
    compiler.isNonNullExpression(parent) ||
    compiler.isVariableDeclaration(parent) ||
    compiler.isVariableStatement(parent) ||
    compiler.isReturnStatement(parent) ||
    compiler.isExpressionStatement(parent)
  )
}
