import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { accessed } from '../../sites/program/access.ts'
import { isExported, mentionsOf } from '../../sites/program/names-used.ts'
import { bare, dressed, isEmptyText, isNothing, someNode } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { emptyAround } from './empty-around.ts'

/** The program, and which of its reads find nothing. */
interface Missing {
  readonly trace: Trace
  readonly reads: ReadonlySet<ts.Node>
}

/**
 * Whether it hangs on a value what the program does, so that it would always do the same without it: `if (!pod.machineId)
 * await end(pod.id)`. Not where it says something more, or notes it, only where the value is there.
 * @param others what else finds nothing
 */
export const decidesDeeds = (trace: Trace, node: ts.Expression, others: readonly ts.Node[] = []): boolean =>
  climb({ trace, reads: new Set([node, ...others]) }, node, false, true)

/**
 * @param known what the expression comes to without the value
 * @param isFollowed whether a name that takes the expression is looked up
 */
const climb = (missing: Missing, node: ts.Expression, known: boolean, isFollowed: boolean): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  const empty = known ? undefined : emptyAround(missing.trace, outer)
  if (empty) return climb(missing, empty, false, isFollowed)
  if (compiler.isPrefixUnaryExpression(parent))
    return (
      parent.operator === compiler.SyntaxKind.ExclamationToken && climb(missing, parent, !known, isFollowed)
    )
  if (compiler.isBinaryExpression(parent)) return ofBinary(missing, parent, outer, known, isFollowed)
  if (compiler.isCallExpression(parent))
    return parent.expression.getText() === 'Boolean' && climb(missing, parent, known, isFollowed)
  if (compiler.isConditionalExpression(parent) && parent.condition === outer)
    return [parent.whenTrue, parent.whenFalse].some((one) => someNode(one, compiler.isAwaitExpression))
  if (compiler.isIfStatement(parent)) return ofIf(parent, known)
  if (compiler.isWhileStatement(parent) || compiler.isDoStatement(parent)) return true
  if (compiler.isArrowFunction(parent)) return isSieve(parent)
  if (!isFollowed || !compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name))
    return false
  const { name } = parent
  return (
    !isExported(missing.trace, name) &&
    mentionsOf(missing.trace, name).some((use) => climb(missing, use, known, false))
  )
}

const ofBinary = (
  missing: Missing,
  parent: ts.BinaryExpression,
  outer: ts.Expression,
  known: boolean,
  isFollowed: boolean,
): boolean => {
  const sign = parent.operatorToken.getText()
  if (sign === '&&') return climb(missing, parent, known, isFollowed)
  const other = bare(parent.left === outer ? parent.right : parent.left)
  const isNone = isNothing(other) || isEmptyText(other)
  if (sign === '||' || sign === '??') {
    const isSpared = !isNone && !finds(missing, other)
    if (isSpared && sign === '??') return false
    return isRunInstead(parent, outer) || climb(missing, parent, known, isFollowed && !isSpared)
  }
  if (!/^[!=]==?$/.test(sign)) return false
  return climb(missing, parent, isNone === sign.startsWith('='), isFollowed)
}

/** Whether an expression reads what finds nothing either: `endpoint.template?.id`. */
const finds = ({ reads }: Missing, node: ts.Expression): boolean => {
  let at = node
  while (!reads.has(at) && compiler.isPropertyAccessExpression(at) && at.questionDotToken) at = at.expression
  return reads.has(at)
}

/** `pod.machineId || end(pod.id)` */
const isRunInstead = (whole: ts.BinaryExpression, outer: ts.Expression): boolean =>
  whole.left === outer && compiler.isExpressionStatement(dressed(whole).parent)

/** Whether something is done without the value that else is not, or is not done any more that else ends what is done here. */
const ofIf = ({ thenStatement, elseStatement }: ts.IfStatement, known: boolean): boolean => {
  const [without, otherwise] = known ? [thenStatement, elseStatement] : [elseStatement, thenStatement]
  const does = (branch: ts.Statement | undefined): boolean =>
    statementsOf(branch).some((one) => !isSaying(one))
  return does(without) || (otherwise !== undefined && statementsOf(otherwise).some(leaves))
}

const statementsOf = (branch: ts.Statement | undefined): readonly ts.Statement[] =>
  branch && compiler.isBlock(branch) ? branch.statements : branch ? [branch] : []

const leaves = (one: ts.Statement): boolean =>
  compiler.isReturnStatement(one) ||
  compiler.isThrowStatement(one) ||
  compiler.isBreakStatement(one) ||
  compiler.isContinueStatement(one)

const SAYS = /^(console|(\w+\.)*(log|logger|debug))\b/

/** `console.warn(…)` */
const isSaying = (one: ts.Statement): boolean =>
  compiler.isExpressionStatement(one) &&
  compiler.isCallExpression(one.expression) &&
  SAYS.test(one.expression.expression.getText())

/** `pods.filter((pod) => pod.machineId)` */
const isSieve = (callback: ts.ArrowFunction): boolean => {
  const { parent } = dressed(callback)
  const name = compiler.isCallExpression(parent) ? accessed(parent.expression)?.name : undefined
  return /^(filter|find|findLast|findIndex|some|every)$/.test(name ?? '')
}
