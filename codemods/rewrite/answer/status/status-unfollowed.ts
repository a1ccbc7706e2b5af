import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { underFailure } from '../../../sites/answers/failure/failure.ts'
import { isOnlyLookedAt } from '../../../sites/answers/uses/harmless.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import { bare, functionAround, isOperation, someNode } from '../../../sites/program/syntax/nodes.ts'
import { isSaid } from '../../../sites/program/syntax/said.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { callsBehind, isThen } from './status-calls.ts'
import { isAskedAt, isRead } from './status-questions.ts'
import { type GivenAs, statusOwner, wrapped } from './status-values.ts'

/** A call whose status is looked for, and how it gives it. */
interface Kept {
  readonly place: ts.Node
  readonly call: ts.Node
  readonly as: GivenAs | undefined
  /** The frame of a wrapper: what it holds a status to, a caller may say. */
  readonly scope?: Scope | undefined
}

/**
 * Whether the status of a call that went well is kept, calculated with or held to something that cannot be told:
 * `this.last = res.status`, `[200].some((one) => one === res.status)`.
 */
export const isUnfollowed = (trace: Trace, { place, call, as, scope }: Kept): boolean =>
  someNode(place, (node) => {
    if (!isRead(node)) return false
    const owner = statusOwner(trace, node, as)
    if (!owner || !callsBehind(trace, owner).includes(call) || underFailure(trace, node)) return false
    return !isAskedAt({ trace, scope, as }, node) && !isHarmless(trace, wrapped(node))
  })

const isHarmless = (trace: Trace, node: ts.Expression): boolean => {
  const { parent } = node
  if (isOnlyLookedAt(parent) || isSaid(node) || isInText(node)) return true
  // What is kept under a name is looked for there.
  if (compiler.isVariableDeclaration(parent)) return true
  if (compiler.isBinaryExpression(parent)) return isHundreds(parent, node)
  if (compiler.isElementAccessExpression(parent)) return isFirst(parent.argumentExpression)
  if (compiler.isPropertyAccessExpression(parent)) return isOfFirst(parent)
  if (compiler.isCallExpression(parent) && parent.arguments.includes(node))
    return trace.targets(parent, undefined).length > 0
  return isGivenInSight(trace, node)
}

/** `HTTP ${res.status}`, `'HTTP ' + res.status` */
const isInText = ({ parent }: ts.Expression): boolean =>
  compiler.isTemplateSpan(parent) ||
  (isOperation(parent, '+') &&
    [parent.left, parent.right].some((one) => compiler.isStringLiteralLike(bare(one))))

/** `res.status / 100`, of which the whole is taken. */
const isHundreds = (parent: ts.BinaryExpression, node: ts.Expression): boolean =>
  parent.operatorToken.kind === compiler.SyntaxKind.SlashToken &&
  parent.left === node &&
  parent.right.getText() === '100'

const isFirst = (node: ts.Node | undefined): boolean => node?.getText() === '0'

/** `String(res.status).startsWith('2')`, `.charAt(0)` */
const isOfFirst = ({ name, parent }: ts.PropertyAccessExpression): boolean => {
  const given = compiler.isCallExpression(parent) ? parent.arguments[0] : undefined
  if (name.text === 'startsWith')
    return given !== undefined && compiler.isStringLiteralLike(given) && given.text.length === 1
  return name.text === 'charAt' || name.text === 'at' ? isFirst(given) : false
}

/**
 * `return { status: res.status, … }` to callers in sight, who are asked themselves, or to what waits for it
 * (`.then((res) => res.status)`).
 */
const isGivenInSight = (trace: Trace, node: ts.Expression): boolean => {
  const maker = functionAround(node)
  return maker !== undefined && isReturned(node) && (isThen(maker.parent) || trace.callers(maker).length > 0)
}

const isReturned = (node: ts.Node): boolean => {
  const { parent } = node
  if (compiler.isReturnStatement(parent)) return true
  if (compiler.isArrowFunction(parent)) return parent.body === node
  return compiler.isExpression(parent) || compiler.isObjectLiteralElementLike(parent)
    ? !compiler.isCallExpression(parent) && isReturned(parent)
    : false
}
