import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { v2Operations } from '../../../mappings/schemas/operations.ts'
import { compiler } from '../../project/compiler.ts'
import { answerOf } from '../../sites/answers/answer.ts'
import { bare, dressed, functionAround, walk } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Edit, replace } from '../edit/edit.ts'
import { isUsed } from './answer.ts'

/** The functions a call's answer passes through: the one that makes it, and every wrapper on the way. */
export const functionsOf = (site: Site): ts.Node[] => {
  const found = new Set<ts.Node>()
  for (let frame = site.scope; frame; frame = frame.outer) found.add(frame.callee)
  const own = functionAround(site.sink.call)
  if (own) found.add(own)
  for (const hook of [...(site.sink.hooks ?? []), ...(site.sink.failed ?? [])]) found.add(hook)
  return [...found]
}

/** Whether a failed call is told from a good one before its body is read. */
export const checksFailure = (site: Site): boolean =>
  site.sink.library === 'axios' ||
  site.sink.throws === true ||
  functionsOf(site).some((node) => /\.ok\b|\.status(Code)?\b|[rR]aise\w*\(/.test(node.getText()))

/** What v2 answers a route with when all is well. */
const statusOf = ({ v2 }: Route): number | undefined =>
  Object.values(v2Operations).find(
    ({ method, path }) => method === v2.method && (path === v2.path || `/v2${path}` === v2.path),
  )?.status

/** The exact status that a call's answer is held to, where v2 answers with another. */
export interface ExactStatus {
  readonly was: number
  readonly is: number
  /** What makes the comparisons v2's; undefined where they are about other calls' answers, too. */
  readonly edits: readonly Edit[] | undefined
}

/** A comparison with the exact status v1 answered, where v2 answers with another; undefined where there is none. */
export const exactStatus = (trace: Trace, site: Site, route: Route): ExactStatus | undefined => {
  const is = statusOf(route)
  const was = route.success
  if (is === undefined || is === was) return undefined
  const inside = functionsOf(site)
  const caller = functionAround(site.top) ?? site.top.getSourceFile()
  const isShared = (call: ts.Node | undefined): boolean => call === site.sink.call && site.scope !== undefined
  const isOwn = (call: ts.Node | undefined): boolean => call === site.top
  const isOurs = ({ call, place }: { call: ts.Node | undefined; place: ts.Node }): boolean =>
    isOwn(call) || isShared(call) || (!call && !compiler.isSourceFile(place))
  const found = [...new Set([...inside, caller])]
    .flatMap((place) => comparisonsIn(place, was).map((one) => ({ ...one, place })))
    .filter((one) => !isTakenBeside(one, is))
    .map((one) => ({ ...one, call: callBehind(trace, one.of) }))
    .filter(isOurs)
  if (found.length === 0) return undefined
  const own = found.every((one) => isOwn(one.call) && !isTaken(one, is))
  return { was, is, edits: own ? found.map(({ number }) => replace(number, String(is))) : undefined }
}

/** Whether the code around a call asks for the status by which v1 refused: v2 has others for some of what that was. */
export const asksForRefusal = (site: Site): boolean => {
  const caller = functionAround(site.top)
  return [...functionsOf(site), ...(caller ? [caller] : [])].some(
    (node) => comparisonsIn(node, REFUSED).length > 0,
  )
}

/** v1 answered 400 to whatever it did not take. */
const REFUSED = 400

interface Comparison {
  /** Whose status it is. */
  readonly of: ts.Expression
  readonly number: ts.Expression
}

const EQUALITIES = /^[!=]==?$/

const comparisonsIn = (node: ts.Node, status: number): Comparison[] => {
  const found: Comparison[] = []
  walk(node, (inner) => {
    const [of, numbers] = heldTo(inner)
    const number = numbers.find((one) => one.getText() === String(status))
    if (of && number) found.push({ of, number })
    return undefined
  })
  return found
}

/** A status, and what it is held to: `status === 200`, `[200, 204].includes(status)`, `switch (status) { case 200: … }`. */
const heldTo = (
  node: ts.Node,
): readonly [of: ts.Expression | undefined, numbers: readonly ts.Expression[]] => {
  if (compiler.isBinaryExpression(node) && EQUALITIES.test(node.operatorToken.getText())) {
    const sides = [bare(node.left), bare(node.right)]
    return [sides.find(isStatus), sides]
  }
  if (compiler.isSwitchStatement(node)) {
    const of = bare(node.expression)
    const cases = node.caseBlock.clauses.filter((one) => compiler.isCaseClause(one))
    return isStatus(of) ? [of, cases.map(({ expression }) => expression)] : NOTHING
  }
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression))
    return NOTHING
  const { name, expression } = node.expression
  const list = bare(expression)
  const of = node.arguments[0] && bare(node.arguments[0])
  const isAsked = name.text === 'includes' && of && isStatus(of) && compiler.isArrayLiteralExpression(list)
  return isAsked ? [of, list.elements] : NOTHING
}

const NOTHING = [undefined, []] as const

const isStatus = (node: ts.Expression): boolean => /(^|\.)status(Code)?$/.test(node.getText())

/** Whether the same status is held to another one as well, and either does: `status !== 200 && status !== 201`. */
const isTakenBeside = ({ of, number }: Comparison, status: number): boolean => {
  const { parent } = dressed(number)
  if (compiler.isArrayLiteralExpression(parent))
    return parent.elements.some((one) => one.getText() === String(status))
  if (compiler.isCaseClause(parent)) return isOneCase(parent, status)
  let whole = comparisonAround(number)
  const kind = whole.operatorToken.getText()
  const joins = kind.startsWith('!') ? '&&' : '||'
  for (let up = dressed(whole).parent; isJoin(up, joins); up = dressed(up).parent) whole = up
  return comparisonsIn(whole, status).some(
    (other) =>
      other.of.getText() === of.getText() &&
      compiler.isBinaryExpression(dressed(other.number).parent) &&
      comparisonAround(other.number).operatorToken.getText()[0] === kind[0],
  )
}

/** `case 200: case 201: …`: one does what the other does. */
const isOneCase = (given: ts.CaseClause, status: number): boolean => {
  const { clauses } = given.parent
  const at = clauses.indexOf(given)
  return [clauses[at - 1], clauses[at + 1]].some(
    (one, index) =>
      one &&
      compiler.isCaseClause(one) &&
      one.expression.getText() === String(status) &&
      (index === 0 ? one : given).statements.length === 0,
  )
}

/** What v2 answers with has a case of its own already. */
const isTaken = ({ number }: Comparison, status: number): boolean => {
  const { parent } = dressed(number)
  return (
    compiler.isCaseClause(parent) &&
    heldTo(parent.parent.parent)[1].some((one) => one.getText() === String(status))
  )
}

const isJoin = (node: ts.Node, operator: string): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) && node.operatorToken.getText() === operator

const comparisonAround = (number: ts.Expression): ts.BinaryExpression =>
  dressed(number).parent as ts.BinaryExpression

/** The call whose answer a status is of: `const name = await call`, `const { status } = await call`. */
const callBehind = ({ checker }: Trace, status: ts.Expression): ts.Node | undefined => {
  const name = compiler.isPropertyAccessExpression(status) ? bare(status.expression) : status
  const declared = compiler.isIdentifier(name)
    ? checker.getSymbolAtLocation(name)?.valueDeclaration
    : undefined
  const variable = declared && compiler.isBindingElement(declared) ? declared.parent.parent : declared
  if (!variable || !compiler.isVariableDeclaration(variable) || !variable.initializer) return undefined
  const value = bare(variable.initializer)
  const call = compiler.isAwaitExpression(value) ? bare(value.expression) : value
  return compiler.isCallExpression(call) ? call : undefined
}

/** Whether nobody asks how a call went: its answer is dropped where it is made, and on the way there nothing looks at it. */
export const isPassedOver = (trace: Trace, site: Site): boolean => {
  if (site.sink.library !== 'fetch' || isUsed(site.top)) return false
  if (answerOf(trace, site).kind !== 'response') return false
  for (let frame = site.scope; frame; frame = frame.outer)
    if (/\bthrow\b|\.(ok|status)\b/.test(frame.callee.getText())) return false
  return true
}
