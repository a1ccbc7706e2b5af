import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { accessed } from '../../sites/program/access.ts'
import { comparedWith } from '../../sites/program/logic.ts'
import { accessesTo, isExported, mentionsOf, placesSaying } from '../../sites/program/names-used.ts'
import {
  bare,
  dressed,
  functionAround,
  isEmptyText,
  isNothing,
  nameOf,
  someNode,
} from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Asking, collectsDeeds, holds, isAskedFor, isCount, setsAsked, sumOf } from './collects-deeds.ts'
import { emptyAround, noNumberAround } from './empty-around.ts'
import { heldAt } from './held-at.ts'
import { membersRead } from './members-read.ts'
import { isNoItems, noItemsAround } from './no-items.ts'
import { isSaying, leavesOutWords } from './only-says.ts'
import { fillsDeeds, gathersDeeds, sortsDeeds } from './sorts-deeds.ts'

/** The program, which of its reads find nothing, and by what words the code says what it looks at here. */
interface Missing {
  readonly trace: Trace
  readonly reads: ReadonlySet<ts.Node>
  readonly said: ReadonlySet<string>
  /** How many functions gave on what hangs on it. */
  readonly depth: number
}

const MOST_FUNCTIONS = 4

/**
 * Whether it hangs on a value what the program does, so that it would always do the same without it: `if (!pod.machineId)
 * await end(pod.id)`. Not where it says something more, or notes it, only where the value is there.
 * @param others what else finds nothing
 */
export const decidesDeeds = (trace: Trace, node: ts.Expression, others: readonly ts.Node[] = []): boolean => {
  const takesTime = (one: ts.Node): boolean => waits(trace, one)
  const missing = { trace, reads: new Set([node, ...others]), said: new Set([node.getText()]), depth: 0 }
  const asking = askingOf(missing)
  const noItems = noItemsAround(trace, node)
  return (
    climb(missing, node, false, true) ||
    sortsDeeds(trace, node, takesTime) ||
    gathersDeeds(trace, node, takesTime) ||
    collectsDeeds(asking, node) ||
    (noItems !== undefined && holds(asking, noItems))
  )
}

const askingOf = (missing: Missing): Asking => ({
  trace: missing.trace,
  waits: (one) => waits(missing.trace, one),
  decides: (one) => climb(missing, one, false, true),
  isNone: (one) => isFalsy(one) || finds(missing, one),
})

/**
 * @param known what the expression comes to without the value
 * @param isFollowed whether a name that takes the expression is looked up
 */
const climb = (missing: Missing, node: ts.Expression, known: boolean, isFollowed: boolean): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  const empty = known ? undefined : (emptyAround(missing.trace, outer) ?? noNumberAround(outer))
  if (empty) return climb(missing, empty, false, isFollowed)
  if (compiler.isPrefixUnaryExpression(parent))
    return (
      parent.operator === compiler.SyntaxKind.ExclamationToken && climb(missing, parent, !known, isFollowed)
    )
  if (compiler.isBinaryExpression(parent)) return ofBinary(missing, parent, outer, known, isFollowed)
  if (compiler.isCallExpression(parent))
    return (
      /^(Boolean|Array\.isArray)$/.test(parent.expression.getText()) &&
      climb(missing, parent, known, isFollowed)
    )
  if (compiler.isConditionalExpression(parent) && parent.condition === outer)
    return [parent.whenTrue, parent.whenFalse].some((one) => waits(missing.trace, one))
  if (compiler.isIfStatement(parent)) return ofIf(missing, parent, known)
  if (compiler.isTypeOfExpression(parent)) return ofType(missing, parent, known)
  if (compiler.isCaseClause(parent)) return ofCase(missing, parent)
  if (compiler.isWhileStatement(parent) || compiler.isDoStatement(parent)) return true
  if (compiler.isForStatement(parent)) return parent.condition === outer
  if (compiler.isAwaitExpression(parent)) return climb(missing, parent, known, isFollowed)
  if (compiler.isArrowFunction(parent) || compiler.isReturnStatement(parent))
    return ofResult(missing, compiler.isArrowFunction(parent) ? parent : functionAround(parent), known)
  if (isPutIn(missing, outer, known)) return true
  if (!isFollowed || !compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name))
    return false
  const { name } = parent
  const next = { ...missing, said: new Set([...missing.said, name.text]) }
  return (
    !isExported(missing.trace, name) &&
    mentionsOf(missing.trace, name).some((use) => climb(next, use, known, false))
  )
}

/** `typeof pod.machineId === 'undefined'`, `switch (typeof pod.machineId)` */
const ofType = (missing: Missing, node: ts.TypeOfExpression, known: boolean): boolean => {
  const { parent } = dressed(node)
  if (compiler.isSwitchStatement(parent)) return waits(missing.trace, parent.caseBlock)
  const other = comparedWith(node)
  if (known || !other || !compiler.isBinaryExpression(parent)) return false
  const isNone = bare(other).getText().slice(1, -1) === 'undefined'
  return climb(missing, parent, isNone !== parent.operatorToken.getText().startsWith('!'), false)
}

/** `switch (true) { case !pod.machineId: await end(pod.id) }` */
const ofCase = ({ trace }: Missing, { parent: block }: ts.CaseClause): boolean => {
  const { kind } = bare(block.parent.expression)
  const isAsked = kind === compiler.SyntaxKind.TrueKeyword || kind === compiler.SyntaxKind.FalseKeyword
  return isAsked && waits(trace, block)
}

/** `{ isLost: !pod.machineId }`, `this.host = pod.machineId`: what hangs on it where that member is read. */
const isPutIn = (missing: Missing, outer: ts.Expression, known: boolean): boolean => {
  if (missing.depth >= MOST_FUNCTIONS) return false
  const next = { ...missing, depth: missing.depth + 1 }
  const { parent } = outer
  const places = compiler.isPropertyAssignment(parent) ? membersRead(missing.trace, parent) : []
  return [...places, ...heldAt(missing.trace, outer)].some((access) => climb(next, access, known, false))
}

const ofBinary = (
  missing: Missing,
  parent: ts.BinaryExpression,
  outer: ts.Expression,
  known: boolean,
  isFollowed: boolean,
): boolean => {
  const sign = parent.operatorToken.getText()
  if (sign === ',') return parent.right === outer && climb(missing, parent, known, isFollowed)
  if (/^(\|\||&&|\?\?|\+)?=$/.test(sign))
    return (
      parent.right === outer &&
      (((sign !== '+=' || isCount(missing.trace, parent.left)) &&
        isAskedFor(missing.trace, parent.left, (one) => waits(missing.trace, one))) ||
        (sign !== '+=' && isPutIn(missing, outer, known)))
    )
  if (sign === '&&')
    return (known && isRunInstead(missing, parent, outer)) || climb(missing, parent, known, isFollowed)
  if (/^[<>]=?$/.test(sign)) return !known && climb(missing, parent, false, isFollowed)
  const sum = sign === '+' && !known ? sumOf(parent) : undefined
  if (sum) return climb(missing, sum, false, true)
  const other = bare(parent.left === outer ? parent.right : parent.left)
  const isNone = isFalsy(other)
  if (sign === '||' || sign === '??') {
    const isSpared = !isNone && !finds(missing, other)
    if (isSpared && isFollowed && isToldApart(missing, parent, other)) return true
    if (isSpared && sign === '??') return isRunInstead(missing, parent, outer)
    return isRunInstead(missing, parent, outer) || climb(missing, parent, known, isFollowed && !isSpared)
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

/** `const place = pod.machineId ?? 'none'; if (place === 'none') await end(pod.id)`: what stands in for it is looked for. */
const isToldApart = (missing: Missing, whole: ts.BinaryExpression, standIn: ts.Expression): boolean => {
  const outer = dressed(whole)
  const { parent } = outer
  const isNamed = compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
  const uses = isNamed ? mentionsOf(missing.trace, parent.name) : [outer]
  return uses.some((use) => isLookedFor(missing, use, standIn))
}

const isLookedFor = (missing: Missing, given: ts.Expression, standIn: ts.Expression): boolean => {
  const use = dressed(given)
  const { parent: asked } = use
  if (!compiler.isBinaryExpression(asked)) return false
  const other = bare(asked.left === use ? asked.right : asked.left)
  const [, not] = /^([!=])==?$/.exec(asked.operatorToken.getText()) ?? []
  return (
    not !== undefined && other.getText() === standIn.getText() && climb(missing, asked, not === '=', false)
  )
}

/** The same of what a pattern gives in the place of a value: `const { machineId = 'none', workers = [] } = pod`. */
export const isStandInTold = (trace: Trace, use: ts.Expression, given: ts.Expression): boolean => {
  const missing = { trace, reads: new Set<ts.Node>(), said: new Set([use.getText()]), depth: 0 }
  const standIn = bare(given)
  if (isNoItems(standIn)) return holds(askingOf(missing), use)
  return isFalsy(standIn) ? decidesDeeds(trace, use) : isLookedFor(missing, use, standIn)
}

/** What is as good as nothing where it is asked whether something is there. */
const isFalsy = (node: ts.Node): boolean =>
  isNothing(node) ||
  isEmptyText(node) ||
  node.kind === compiler.SyntaxKind.FalseKeyword ||
  (compiler.isNumericLiteral(node) && Number(node.text) === 0)

/** `pod.machineId || end(pod.id)`, `return pod.machineId || end(pod.id)` */
const isRunInstead = (missing: Missing, whole: ts.BinaryExpression, outer: ts.Expression): boolean =>
  whole.left === outer &&
  (compiler.isExpressionStatement(dressed(whole).parent) || waits(missing.trace, whole.right))

/**
 * Whether something is done without the value that else is not, or is not done any more that else ends what is done here,
 * or is waited for and does not speak of the value.
 */
const ofIf = (missing: Missing, whole: ts.IfStatement, known: boolean): boolean => {
  const { thenStatement, elseStatement } = whole
  const [without, otherwise] = known ? [thenStatement, elseStatement] : [elseStatement, thenStatement]
  const isNoDeed = (one: ts.Statement): boolean => leavesOutWords(missing.trace, one, whole)
  if (statementsOf(without).some((one) => !isSaying(one) && !isNoDeed(one))) return true
  if (!otherwise) return false
  if (setsAsked(missing.trace, otherwise, (one) => waits(missing.trace, one))) return true
  return (
    statementsOf(otherwise).some((one) => leaves(one) && !isNoDeed(one)) ||
    (isTelling(missing.trace, otherwise) && !speaksOf(missing.said, otherwise))
  )
}

/** Whether something is done, or put where something is done with it. */
const isTelling = (trace: Trace, node: ts.Node): boolean =>
  waits(trace, node) || fillsDeeds(trace, node, (one) => waits(trace, one))

/** Whether something is done that takes its time: a call of the API does. */
const waits = (trace: Trace, node: ts.Node): boolean =>
  someNode(
    node,
    (one) =>
      compiler.isAwaitExpression(one) ||
      (compiler.isCallExpression(one) && trace.checker.getTypeAtLocation(one).symbol?.name === 'Promise'),
    compiler.isFunctionLike,
  )

const speaksOf = (said: ReadonlySet<string>, node: ts.Node): boolean =>
  someNode(
    node,
    (one) =>
      (compiler.isIdentifier(one) || compiler.isPropertyAccessExpression(one)) && said.has(one.getText()),
  )

const statementsOf = (branch: ts.Statement | undefined): readonly ts.Statement[] =>
  branch && compiler.isBlock(branch) ? branch.statements : branch ? [branch] : []

const leaves = (one: ts.Statement): boolean =>
  compiler.isReturnStatement(one) ||
  compiler.isThrowStatement(one) ||
  compiler.isBreakStatement(one) ||
  compiler.isContinueStatement(one)

/** What hangs on what a function or a getter gives, where it is called and where a list's method is told by it what to take. */
const ofResult = (missing: Missing, callee: ts.Node | undefined, known: boolean): boolean => {
  if (!callee || missing.depth >= MOST_FUNCTIONS) return false
  const { trace } = missing
  const next = { ...missing, depth: missing.depth + 1 }
  if (compiler.isGetAccessor(callee))
    return accessesTo(trace, callee, nameOf(callee.name) ?? '').some((read) => climb(next, read, known, true))
  const isNamed = compiler.isFunctionDeclaration(callee) || compiler.isMethodDeclaration(callee)
  const declared = (isNamed ? callee : callee.parent) as ts.Declaration & { name?: ts.PropertyName }
  const name = declared.name && nameOf(declared.name)
  return (
    (compiler.isExpression(callee) && isSieve(callee)) ||
    (name !== undefined &&
      (placesSaying(trace, declared, name).some(isSieve) ||
        trace
          .callers(callee)
          .some((call) => compiler.isCallExpression(call) && climb(next, call, known, false))))
  )
}

/** `pods.filter((pod) => pod.machineId)`, `pods.filter(isPlaced)`, `pods.filter(policy.isPlaced)` */
const isSieve = (callback: ts.Expression): boolean => {
  const outer = dressed(callback)
  const { parent } = outer
  if (!compiler.isCallExpression(parent) || parent.expression === outer) return false
  return /^(filter|find|findLast|findIndex|some|every)$/.test(accessed(parent.expression)?.name ?? '')
}
