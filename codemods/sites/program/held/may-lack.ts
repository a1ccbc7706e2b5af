import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Asking } from '../frames/source.ts'
import { assignedMembers, givenTo } from '../set/assigned.ts'
import { fillingIn } from '../set/fills-in.ts'
import { bare, isOperation, nothing } from '../syntax/nodes.ts'
import { isDonePlainly } from '../syntax/tried.ts'
import { reached, taken } from '../ways/taken.ts'
import { handedFor } from './handed.ts'
import { findMember, saysMembers } from './member.ts'

const MOST_SPREADS = 8

/** Whether an object may come without a member: one of those that it may be, or may be made of, says none. */
export const mayLack = (
  trace: Asking,
  given: ts.Expression,
  name: string,
  scope: Scope | undefined,
  depth = 0,
): boolean => {
  const object = bare(given)
  if (depth > MOST_SPREADS) return false
  // `...(body && { method: 'POST' })`
  if (isOperation(object, '&&') && taken(trace, object.left, scope) !== true) return true
  const set = assignedMembers(trace.checker, object, name)
  if (reached(trace, set, scope, object).isSure || set.some((one) => isSetPlainly(one, object))) return false
  if (
    givenTo(trace.checker, object).some(
      (one) => isPlain(one, object) && !mayLack(trace, one, name, scope, depth + 1),
    )
  )
    return false
  if (
    compiler.isPropertyAccessExpression(object) &&
    mayLack(trace, object.expression, object.name.text, scope, depth + 1)
  )
    return true
  const handed = handedFor(trace, object, scope)
  if (handed) return mayLack(trace, handed.name, name, handed.scope, depth + 1)
  return trace.sources(object, scope).some(({ node, scope: inner }) => {
    if (node === nothing) return true
    if (!saysMembers(node)) return false
    return findMember({ node, scope: inner }, name).every(
      (one) => 'spread' in one && mayLack(trace, one.spread, name, inner, depth + 1),
    )
  })
}

/** `init.method = method` and `init.method ??= 'GET'` that are done whatever happens, before the use. */
const isSetPlainly = (value: ts.Expression, use: ts.Expression): boolean => {
  const { parent: setting } = value
  if (!compiler.isBinaryExpression(setting) || setting.end > use.pos) return false
  const statement = fillingIn(value) ?? setting.parent
  return compiler.isStatement(statement) && isSetting(statement) && isDonePlainly(statement, use)
}

const isSetting = (statement: ts.Statement): boolean =>
  compiler.isExpressionStatement(statement) || compiler.isIfStatement(statement)

/** `Object.assign(options, given)` that is done whatever happens. */
const isPlain = ({ parent: call }: ts.Expression, use: ts.Expression): boolean =>
  compiler.isExpressionStatement(call.parent) && isDonePlainly(call.parent, use)

/** Whether what is spread says a member whatever happens, so that what stands before it does not count. */
export const saysSurely = (
  t: Asking,
  spread: ts.Expression,
  name: string,
  scope: Scope | undefined,
): boolean =>
  t.sources(spread, scope).every(({ node }) => compiler.isObjectLiteralExpression(node)) &&
  !mayLack(t, spread, name, scope)
