import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import {
  awaitedAround,
  dressed,
  functionAround,
  isFunctionValue,
  nameOf,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

const MOST_LEVELS = 4

/**
 * Whether who calls the function around a value that stands in an object it gives (`{ ok: false, body }`) may read that member;
 * so may those out of sight.
 */
export const readByCallers = (trace: Trace, value: ts.Node): boolean => {
  const member = memberAround(value)
  const around = member && functionAround(member)
  const name = member && nameOf(member.name)
  return !around || name === undefined || givenReads(trace, around, name, 0)
}

/** The member of a literal that a value is given in, of one that is given back itself. */
export const memberAround = (value: ts.Node): ts.ObjectLiteralElementLike | undefined => {
  const node = compiler.isExpression(value) ? dressed(value) : value
  const { parent } = node
  const isMember = compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent)
  const whole = isMember ? dressed(parent.parent) : undefined
  if (!isMember || !whole) return undefined
  const isReturned = compiler.isReturnStatement(whole.parent) || compiler.isArrowFunction(whole.parent)
  return isReturned ? parent : undefined
}

/** Whether a member of what a function gives may be read: nobody in sight calls it, or one of those reads it. */
const givenReads = (trace: Trace, callee: ts.SignatureDeclaration, name: string, level: number): boolean => {
  const calls = trace.callers(callee)
  return calls.length === 0 || level > MOST_LEVELS || calls.some((one) => valueReads(trace, one, name, level))
}

const valueReads = (trace: Trace, given: ts.Expression, name: string, level: number): boolean => {
  const node = awaitedAround(given)
  const access = accessOn(node)
  if (access) return isPromised(access) || (accessed(access)?.name ?? name) === name
  const { parent } = node
  if (compiler.isExpressionStatement(parent)) return false
  if (compiler.isVariableDeclaration(parent)) return nameReads(trace, parent.name, name, level)
  const isGiven =
    compiler.isReturnStatement(parent) || (compiler.isArrowFunction(parent) && parent.body === node)
  const around = isGiven ? functionAround(node) : undefined
  return !around || isHandler(around) || givenReads(trace, around, name, level + 1)
}

/** A function that is written where it is handed over is called by others. */
const isHandler = (callee: ts.Node): boolean =>
  isFunctionValue(callee) && compiler.isCallExpression(callee.parent)

/** `call().then(…)` */
const isPromised = (access: ts.Expression): boolean =>
  /^(then|catch|finally)$/.test(accessed(access)?.name ?? '')

const nameReads = (trace: Trace, bound: ts.BindingName, name: string, level: number): boolean => {
  if (compiler.isIdentifier(bound))
    return referencesOf(trace, bound)
      .filter((one) => one !== bound)
      .some((one) => valueReads(trace, one, name, level))
  return bound.elements.some(
    (one) =>
      compiler.isBindingElement(one) &&
      (one.dotDotDotToken !== undefined || nameOf(one.propertyName ?? one.name) === name),
  )
}
