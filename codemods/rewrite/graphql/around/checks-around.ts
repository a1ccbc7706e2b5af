import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { isJoin, isNot } from '../../../sites/program/syntax/logic.ts'
import {
  bare,
  isInside,
  isNothing,
  isOperation,
  someNode,
  walk,
} from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { short } from '../../reason-text.ts'
import { chainText, type RequestNames } from './request-names.ts'

/** What the functions on the way looked at before they called: `if (!key) throw …`, `if (dryRun) return null`. */
export const checksAround = ({ sink, scope }: Site, names: RequestNames): string[] => {
  const found: string[] = []
  let inner: ts.Node = sink.call
  for (const frame of framesFrom(scope)) {
    const at = inner
    walk(frame.callee, (node) => {
      if (compiler.isFunctionLike(node) && !isInside(at, node)) return false
      const check = checkAt(node, at)
      if (check && !asksOtherwise(check.end, sink.call))
        found.push(checkText(check.asked, doesAt(check.end), isMere(check, names)))
      return undefined
    })
    inner = frame.call
  }
  return found
}

/** `if (isSpare) { const res = await fetch(…); return res.json() }`: the other request is a call of its own. */
const asksOtherwise = (end: ts.Statement, { expression: client }: ts.CallExpression): boolean =>
  someNode(
    compiler.isBlock(end.parent) ? end.parent : end,
    (node) => compiler.isCallExpression(node) && node.expression.getText() === client.getText(),
  )

const THREW = 'threw'
const ENDED = 'ended the program'
const KEPT_BACK = 'and kept the call back'

/** Whether something lost is a check of what is sent that threw, or gave up: without it, v2 refuses what it kept out. */
export const isMereCheck = (lost: string): boolean =>
  lost.startsWith('its check (') && (lost.endsWith(THREW) || lost.endsWith(ENDED))

/** Whether something lost kept a call back that v2 would carry out. */
export const isGuard = (lost: string): boolean => lost.endsWith(KEPT_BACK)

/** A check, in a reader's words. @param does what it did where the call was not to be made */
export const checkText = (asked: string, does: string, isMere: boolean): string =>
  `its check (${short(asked)}), which ${does}${isMere ? (does.startsWith('gave') ? ' and made no call' : '') : ` ${KEPT_BACK}`}`

const doesAt = (end: ts.Statement): string => {
  if (compiler.isReturnStatement(end)) return `gave ${short(end.expression?.getText() ?? 'nothing')}`
  return compiler.isThrowStatement(end) ? THREW : ENDED
}

interface Check {
  /** What holds where the call is not come to. */
  readonly asked: string
  readonly end: ts.Statement
  readonly condition: ts.Expression
  /** Whether the call is made where the condition holds. */
  readonly isInverted: boolean
}

/** A condition before a place, or around it: `if (!key) throw …`, `if (key) { … } else { throw … }`. */
export const checkAt = (node: ts.Node, at: ts.Node): Check | undefined => {
  if (!compiler.isIfStatement(node)) return undefined
  const { expression: condition, thenStatement, elseStatement } = node
  if (node.getEnd() <= at.getStart() || (elseStatement && isInside(at, elseStatement)))
    return ending({ asked: condition.getText(), end: lastOf(thenStatement), condition, isInverted: false })
  if (!elseStatement || !isInside(at, thenStatement)) return undefined
  const text = condition.getText()
  const asked = isNot(condition)
    ? condition.operand.getText()
    : /^[\w$.]+$/.test(text)
      ? `!${text}`
      : `!(${text})`
  return ending({ asked, end: lastOf(elseStatement), condition, isInverted: true })
}

/** Whether a statement does no more than to ask for what is sent: `if (!KEY) throw …`. */
export const onlyAsks = (statement: ts.Statement, names: RequestNames): boolean => {
  if (!compiler.isIfStatement(statement) || statement.elseStatement) return false
  const { expression: condition, thenStatement } = statement
  const check = ending({ asked: '', end: lastOf(thenStatement), condition, isInverted: false })
  return check !== undefined && isMere(check, names)
}

const ending = (check: Check): Check | undefined =>
  compiler.isReturnStatement(check.end) || compiler.isThrowStatement(check.end) || isExit(check.end)
    ? check
    : undefined

/** `process.exit(1)`. */
const isExit = (end: ts.Statement): boolean => /^process\.exit\(.*\);?$/.test(end.getText())

const lastOf = (statement: ts.Statement): ts.Statement =>
  compiler.isBlock(statement) ? (statement.statements.at(-1) ?? statement) : statement

/** Whether a check only asks for what is sent: its key in any way, of the rest whether it is there. */
const isMere = ({ condition, isInverted }: Check, names: RequestNames): boolean =>
  isOfKey(condition, names) || (isInverted ? isThere(condition, names) : isMissing(condition, names))

const isOfKey = (condition: ts.Expression, { isKey }: RequestNames): boolean =>
  someNode(condition, isRoot) &&
  !someNode(
    condition,
    (node) => isRoot(node) && !isNothing(node) && !isKey(chainText(wholeOf(node).getText())),
  )

/** What a chain of members begins with. */
const isRoot = (node: ts.Node): boolean => {
  const { parent } = node
  const isMember = isAccess(parent) && parent.expression !== node
  return !isMember && (compiler.isIdentifier(node) || node.kind === compiler.SyntaxKind.ThisKeyword)
}

const wholeOf = (node: ts.Node): ts.Node => {
  const { parent } = node
  return (isAccess(parent) && parent.expression === node) || compiler.isNonNullExpression(parent)
    ? wholeOf(parent)
    : node
}

const isMissing = (given: ts.Expression, names: RequestNames): boolean => {
  const node = bare(given)
  if (isJoin(node)) return isMissing(node.left, names) && isMissing(node.right, names)
  if (isNot(node)) return isThere(node.operand, names)
  if (isOperation(node, '===', '=='))
    return [node.left, node.right].some(isNone) && [node.left, node.right].some((one) => isSent(one, names))
  return isOperation(node, '!==', '!=') && [node.left, node.right].some((one) => isTypeSent(one, names))
}

const isThere = (given: ts.Expression, names: RequestNames): boolean => {
  const node = bare(given)
  return isJoin(node)
    ? isThere(node.left, names) && isThere(node.right, names)
    : isSent(node, names) || (isNot(node) && isMissing(node.operand, names))
}

/** `''`, `0`, `undefined`, `null`. */
const isNone = (given: ts.Expression): boolean => /^(''|""|0|null|undefined)$/.test(bare(given).getText())

/** Something that is sent, perhaps trimmed or measured. */
const isSent = (given: ts.Expression, { isPart }: RequestNames): boolean => {
  const text = chainText(given.getText()).replace(/\.(trim\(\)|length)/g, '')
  return /^[\w$.]+$/.test(text) && isPart(text)
}

/** `typeof key !== 'string'`. */
const isTypeSent = (given: ts.Expression, names: RequestNames): boolean => {
  const node = bare(given)
  return compiler.isTypeOfExpression(node) && isSent(node.expression, names)
}
