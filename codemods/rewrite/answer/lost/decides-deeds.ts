import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { accessesTo, isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { comparedWith } from '../../../sites/program/syntax/logic.ts'
import { bare, dressed, functionAround, goesByPlace, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Asking, asksDeeds, collectsDeeds, holds, isAskedFor, isCount, sumOf } from './collects-deeds.ts'
import { doesOtherwise, doesOtherwiseIn, givenWithout, speaksOf, waits } from './does-otherwise.ts'
import { emptyAround, isFalsy, noNumberAround, notAmong } from './empty-around.ts'
import { heldAt } from './held-at.ts'
import { membersRead } from './members-read.ts'
import { isNoItems, noItemsAround } from './no-items.ts'
import { gathersDeeds, isToldBy, sortsDeeds } from './sorts-deeds.ts'

/** The program, which of its reads find nothing, and by what words the code says what it looks at here. */
interface Missing {
  readonly trace: Trace
  readonly reads: ReadonlySet<ts.Node>
  readonly said: ReadonlySet<string>
  /** How many functions gave on what hangs on it. */
  readonly depth: number
  /** The calls that handed it over, by the functions that took it. */
  readonly handed: ReadonlyMap<ts.Node, ts.CallExpression>
}

const NOBODY: Missing['handed'] = new Map()

const MOST_FUNCTIONS = 4

/**
 * Whether it hangs on a value what the program does, so that it would always do the same without it: `if (!pod.machineId)
 * await end(pod.id)`. Not where it says something more, or notes it, only where the value is there.
 * @param others what else finds nothing
 */
export const decidesDeeds = (trace: Trace, node: ts.Expression, others: readonly ts.Node[] = []): boolean => {
  const takesTime = (one: ts.Node): boolean => waits(trace, one)
  const missing = {
    trace,
    reads: new Set([node, ...others]),
    said: new Set([node.getText()]),
    depth: 0,
    handed: NOBODY,
  }
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
    return /^(Boolean|Array\.isArray)$/.test(parent.expression.getText())
      ? climb(missing, parent, known, isFollowed)
      : isHanded(missing, parent, outer, known)
  if (compiler.isConditionalExpression(parent)) return ofChoice(missing, parent, outer, known, isFollowed)
  if (compiler.isIfStatement(parent)) return ofIf(missing, parent, known)
  if (compiler.isTypeOfExpression(parent)) return ofType(missing, parent, known)
  if (compiler.isCaseClause(parent)) return ofCase(missing, parent)
  if (compiler.isWhileStatement(parent) || compiler.isDoStatement(parent)) return true
  if (compiler.isForStatement(parent)) return parent.condition === outer
  if (compiler.isAwaitExpression(parent)) return climb(missing, parent, known, isFollowed)
  if (compiler.isArrowFunction(parent) || compiler.isReturnStatement(parent))
    return ofResult(missing, parent, known)
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

/** What a choice comes to without the value, by its condition or as one of its branches: `workers ? workers.length : 0`. */
const ofChoice = (
  missing: Missing,
  choice: ts.ConditionalExpression,
  outer: ts.Expression,
  known: boolean,
  isFollowed: boolean,
): boolean => {
  const { condition, whenTrue, whenFalse } = choice
  if (condition !== outer)
    return !speaksOf(missing.said, condition) && climb(missing, choice, known, isFollowed)
  if ([whenTrue, whenFalse].some((one) => waits(missing.trace, one))) return true
  return comesTo(missing, choice, bare(known ? whenTrue : whenFalse), isFollowed)
}

/** What hangs on an expression that comes to what is said in the place of the value. */
const comesTo = (
  missing: Missing,
  whole: ts.Expression,
  said: ts.Expression,
  isFollowed: boolean,
): boolean => {
  if (isFalsy(said) || finds(missing, said)) return climb(missing, whole, false, isFollowed)
  if (isFollowed && isToldApart(missing, whole, said)) return true
  if (compiler.isStringLiteralLike(said) || compiler.isTemplateExpression(said)) return false
  const isTrue = said.kind === compiler.SyntaxKind.TrueKeyword
  return (isTrue ? [true] : [false, true]).some((one) => climb(missing, whole, one, isFollowed))
}

/** `isLost(pod.machineId)`: what hangs on it in a function of the program, and on what that gives this call. */
const isHanded = (
  missing: Missing,
  call: ts.CallExpression,
  outer: ts.Expression,
  known: boolean,
): boolean => {
  const place = call.arguments.indexOf(outer)
  const [target, ...others] = missing.trace.targets(call, undefined)
  if (!target || others.length > 0 || place < 0 || !goesByPlace(target)) return false
  const callee = target.node as ts.SignatureDeclaration
  const parameter = callee.parameters[place]
  const isTaken = parameter && !parameter.dotDotDotToken && !parameter.initializer
  if (!isTaken || !compiler.isIdentifier(parameter.name) || missing.depth >= MOST_FUNCTIONS) return false
  if (call.arguments.slice(0, place).some(compiler.isSpreadElement)) return false
  const next = {
    ...missing,
    depth: missing.depth + 1,
    said: new Set([...missing.said, parameter.name.text]),
    handed: new Map([...missing.handed, [callee, call]]),
  }
  return mentionsOf(missing.trace, parameter.name).some((use) => climb(next, use, known, true))
}

const ofIf = (missing: Missing, asked: ts.IfStatement, known: boolean): boolean => {
  const { trace, said, handed } = missing
  const callee = functionAround(asked)
  const call = callee && handed.get(callee)
  if (!call) return doesOtherwise(trace, said, asked, known)
  return (
    doesOtherwiseIn(trace, said, asked, known) ||
    givenWithout(asked, callee, known).some((one) => comesTo(behind(missing), call, bare(one), true))
  )
}

/** `typeof pod.machineId === 'undefined'`, `switch (typeof pod.machineId)` */
const ofType = (missing: Missing, node: ts.TypeOfExpression, known: boolean): boolean => {
  const { parent } = dressed(node)
  if (compiler.isSwitchStatement(parent)) return waits(missing.trace, parent.caseBlock)
  const other = comparedWith(node)
  if (known || !other || !compiler.isBinaryExpression(parent)) return false
  const isNone = bare(other).getText().slice(1, -1) === 'undefined'
  return climb(missing, parent, isNone !== parent.operatorToken.getText().startsWith('!'), true)
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
  const next = behind(missing)
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

const finds = ({ reads }: Missing, node: ts.Expression): boolean => findsNothing(reads, node)

/** Whether an expression reads what finds nothing either: `endpoint.template?.id`. */
export const findsNothing = (reads: ReadonlySet<ts.Node>, node: ts.Expression): boolean => {
  let at = node
  while (!reads.has(at) && compiler.isPropertyAccessExpression(at) && at.questionDotToken) at = at.expression
  return reads.has(at)
}

/** `const place = pod.machineId ?? 'none'; if (place === 'none') await end(pod.id)`: what stands in for it is looked for. */
const isToldApart = (missing: Missing, whole: ts.Expression, standIn: ts.Expression): boolean => {
  const outer = dressed(whole)
  const { parent } = outer
  if (compiler.isArrowFunction(parent) || compiler.isReturnStatement(parent))
    return resultsOf(missing, parent).some((one) => isToldApart(behind(missing), one, standIn))
  const isNamed = compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
  const uses = isNamed ? mentionsOf(missing.trace, parent.name) : [outer]
  return uses.some((use) => isLookedFor(missing, use, standIn))
}

const isLookedFor = (missing: Missing, given: ts.Expression, standIn: ts.Expression): boolean => {
  const use = dressed(given)
  const { parent: asked } = use
  const found = notAmong(use)
  if (found) return asksDeeds((one) => waits(missing.trace, one), found)
  if (!compiler.isBinaryExpression(asked)) return false
  const other = bare(asked.left === use ? asked.right : asked.left)
  const [, not] = /^([!=])==?$/.exec(asked.operatorToken.getText()) ?? []
  return (
    not !== undefined && other.getText() === standIn.getText() && climb(missing, asked, not === '=', false)
  )
}

/** The same of what a pattern gives in the place of a value: `const { machineId = 'none', workers = [] } = pod`. */
export const isStandInTold = (trace: Trace, use: ts.Expression, given: ts.Expression): boolean => {
  const missing = {
    trace,
    reads: new Set<ts.Node>(),
    said: new Set([use.getText()]),
    depth: 0,
    handed: NOBODY,
  }
  const standIn = bare(given)
  if (isNoItems(standIn)) return holds(askingOf(missing), use)
  return isFalsy(standIn) ? decidesDeeds(trace, use) : isLookedFor(missing, use, standIn)
}

/** `pod.machineId || end(pod.id)`, `return pod.machineId || end(pod.id)` */
const isRunInstead = (missing: Missing, whole: ts.BinaryExpression, outer: ts.Expression): boolean =>
  whole.left === outer &&
  (compiler.isExpressionStatement(dressed(whole).parent) || waits(missing.trace, whole.right))

const behind = (missing: Missing): Missing => ({ ...missing, depth: missing.depth + 1 })

/** What hangs on what a function or a getter gives, where it is called and where a list's method is told by it what to take. */
const ofResult = (missing: Missing, by: ts.ArrowFunction | ts.ReturnStatement, known: boolean): boolean => {
  const given = resultsOf(missing, by)
  return (
    given.some((one) => climb(behind(missing), one, known, true)) ||
    (missing.handed.size === 0 && isToldBy(missing.trace, by))
  )
}

/** The calls of a function, or the reads of a getter, that give what it gives; of one that was handed the value, that call. */
const resultsOf = (
  { trace, depth, handed }: Missing,
  by: ts.ArrowFunction | ts.ReturnStatement,
): readonly ts.Expression[] => {
  const callee = compiler.isArrowFunction(by) ? by : functionAround(by)
  if (!callee || depth >= MOST_FUNCTIONS) return []
  const call = handed.get(callee)
  if (call) return [call]
  return compiler.isGetAccessor(callee)
    ? accessesTo(trace, callee, nameOf(callee.name) ?? '')
    : trace.callers(callee).filter(compiler.isCallExpression)
}
