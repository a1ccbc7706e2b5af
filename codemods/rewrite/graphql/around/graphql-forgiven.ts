import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { toldBy } from '../../../sites/answers/failure/told-failure.ts'
import { isRejection } from '../../../sites/answers/uses/within.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import {
  bare,
  functionAround,
  isInside,
  isOperation,
  nameOf,
  someNode,
  walk,
} from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { holdsWithout } from '../../answer/errors/holds-without.ts'
import { isMemberRead, type MemberRead, nameRead } from '../../answer/errors/member-read.ts'
import { saidName } from '../../answer/reads/said-name.ts'
import { short } from '../../reason-text.ts'

/**
 * What the functions on the way gave in the place of an answer where a call failed: the moved call throws.
 * @param isWhole whether they give all of an answer: what is refused is then among its errors still
 */
export const forgivenBy = (trace: Trace, { sink, scope }: Site, isWhole: boolean): string[] => {
  const found: string[] = []
  let inner: ts.Node = sink.call
  let looksAtErrors = isWhole || sink.graphql !== undefined || !scope
  for (const frame of framesFrom(scope)) {
    looksAtErrors ||= looksForErrors(trace, frame.callee)
    found.push(...givenFor(trace, frame.callee, inner, isWhole))
    inner = frame.call
  }
  if (!looksAtErrors) found.push('that it passed over errors in an answer (the moved call throws them)')
  return found
}

/** Whether a function, or one that it hands an answer to, looks for errors in that. */
const looksForErrors = (trace: Trace, callee: ts.Node, isInner = false): boolean =>
  someNode(callee, (node) => {
    if (saysErrors(node)) return true
    const isOuterCall = !isInner && compiler.isCallExpression(node)
    return isOuterCall && trace.targets(node, undefined).some((one) => looksForErrors(trace, one.node, true))
  })

/** `json.errors`, `{ errors } = json`, `'errors' in json`. */
const saysErrors = (node: ts.Node): boolean => {
  if (isMemberRead(node)) return ERRORS.test(nameRead(node)) && !isCalled(node)
  if (compiler.isBindingElement(node)) return ERRORS.test(nameOf(node.propertyName ?? node.name) ?? '')
  return compiler.isStringLiteral(node) && ERRORS.test(node.text) && compiler.isBinaryExpression(node.parent)
}

const ERRORS = /^errors?$/

/** `console.error(…)`. */
const isCalled = (node: MemberRead): boolean =>
  compiler.isCallExpression(node.parent) && node.parent.expression === node

const givenFor = (trace: Trace, callee: ts.Node, call: ts.Node, isWhole: boolean): string[] => {
  const found: string[] = []
  const add = (given: string | undefined, where: string): void => {
    if (given) found.push(`that it gave ${given} where ${where} (the moved call throws)`)
  }
  walk(callee, (node) => {
    const onErrors = isWhole ? undefined : conditionOf(trace, node)
    const spared = isWhole ? undefined : sparedBy(trace, node)
    const caught = compiler.isTryStatement(node) ? caughtOf(node, call, isWhole) : undefined
    if (spared) add(spared, 'an answer had errors')
    else if (onErrors) add(lastGiven(trace, onErrors), 'an answer had errors')
    else if (caught && !triesAgain(caught)) add(lastGiven(trace, caught.block), failed(isWhole))
    else if (compiler.isIfStatement(node) && toldBy(trace, node.expression).holds)
      add(
        madeOf(trace, node.thenStatement),
        isWhole ? 'the server had a fault' : 'the status said that a call failed',
      )
    return undefined
  })
  return found
}

/** What catches a call that failed, or the errors that are thrown of its answer. */
const caughtOf = (
  { tryBlock, catchClause }: ts.TryStatement,
  call: ts.Node,
  isWhole: boolean,
): ts.CatchClause | undefined =>
  isInside(call, tryBlock) || (!isWhole && someNode(tryBlock, saysErrors)) ? catchClause : undefined

const failed = (isWhole: boolean): string => (isWhole ? 'no answer came' : 'a call failed')

/** What is done, or given, where an answer has errors. */
const conditionOf = (trace: Trace, node: ts.Node): ts.Node | undefined => {
  if (compiler.isIfStatement(node))
    return asksForErrors(trace, node.expression) ? node.thenStatement : undefined
  return compiler.isConditionalExpression(node) && asksForErrors(trace, node.condition) && isGivenBack(node)
    ? node.whenTrue
    : undefined
}

const asksForErrors = (trace: Trace, condition: ts.Expression): boolean =>
  asksFor(trace, condition) && !asksForNone(trace, condition)

const asksFor = (trace: Trace, condition: ts.Expression): boolean =>
  someNode(condition, (node) => saidName(trace, node) === 'errors')

const asksForNone = (trace: Trace, condition: ts.Expression): boolean =>
  asksFor(trace, condition) && holdsWithout(condition, (node) => saidName(trace, node) === 'errors') === true

/** What is given beside what is given where there are no errors: `!errors && data`, `if (!errors) return data; return []`. */
const sparedBy = (trace: Trace, node: ts.Node): string | undefined => {
  if (compiler.isIfStatement(node))
    return asksForNone(trace, node.expression)
      ? lastGiven(trace, node.elseStatement ?? node.parent)
      : undefined
  if (compiler.isConditionalExpression(node))
    return asksForNone(trace, node.condition) &&
      isGivenBack(node) &&
      !someNode(node.whenFalse, (one) => isOfAnswer(trace, one))
      ? short(node.whenFalse.getText())
      : undefined
  return isOperation(node, '&&') && isGivenBack(node) && asksForNone(trace, node.left) ? 'false' : undefined
}

const isGivenBack = ({ parent }: ts.Node): boolean =>
  compiler.isReturnStatement(parent) || compiler.isArrowFunction(parent)

/** A loop goes on after what failed. */
const triesAgain = (caught: ts.Node): boolean => {
  for (let at = caught; at.parent && !compiler.isFunctionLike(at); at = at.parent)
    if (compiler.isIterationStatement(at, false)) return true
  return false
}

/** What ends there, in a reader's words; nothing where it throws, rejects or goes on. */
const lastGiven = (trace: Trace, node: ts.Node): string | undefined => {
  if (compiler.isConditionalExpression(node.parent)) return short(node.getText())
  const last = compiler.isBlock(node) ? node.statements.at(-1) : node
  if (last && compiler.isReturnStatement(last)) return ofReturn(trace, last)
  const isCatch = compiler.isCatchClause(node.parent)
  const isWayOut = (one: ts.Node): boolean =>
    compiler.isThrowStatement(one) || compiler.isReturnStatement(one) || isRejection(trace, one)
  return isCatch && !someNode(node, isWayOut) ? 'nothing' : undefined
}

/** What is given that the program made itself: a name may stand for the answer. */
const madeOf = (trace: Trace, branch: ts.Statement): string | undefined => {
  const given = lastGiven(trace, branch)
  return given === undefined || /^[\w$.]+$/.test(given.replace(/^(null|undefined|false|nothing)$/, '()'))
    ? undefined
    : given
}

const ofReturn = (trace: Trace, statement: ts.ReturnStatement): string | undefined => {
  const { expression } = statement
  if (expression && someNode(expression, (node) => isOfAnswer(trace, node))) return undefined
  if (expression && isCalledAgain(statement, expression)) return 'another try'
  return short(expression?.getText() ?? 'nothing')
}

/** What takes an answer's `data`, or rejects. */
const isOfAnswer = (trace: Trace, node: ts.Node): boolean =>
  isRejection(trace, node) ||
  (saidName(trace, node) === 'data' &&
    !(compiler.isPropertyAssignment(node.parent) && node.parent.name === node))

/** `return gql(query)` within `gql`. */
const isCalledAgain = (statement: ts.Node, given: ts.Expression): boolean => {
  const call = bare(compiler.isAwaitExpression(given) ? given.expression : given)
  const around = functionAround(statement)
  const { name } = (around && compiler.isVariableDeclaration(around.parent) ? around.parent : around) ?? {}
  return (
    name !== undefined &&
    compiler.isCallExpression(call) &&
    [name.getText(), `this.${name.getText()}`].includes(call.expression.getText())
  )
}
