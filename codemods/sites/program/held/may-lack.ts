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
): boolean => lacks({ trace, asked: new Map(), depth: 0 }, given, name, scope)

interface Walk {
  readonly trace: Asking
  /** What was found of a literal: functions that hand a context to each other ask for each many times over. */
  readonly asked: Map<ts.Node, Answer[]>
  readonly depth: number
}

interface Answer {
  readonly name: string
  readonly scope: Scope | undefined
  is: boolean
}

const lacks = (walk: Walk, given: ts.Expression, name: string, scope: Scope | undefined): boolean => {
  const object = bare(given)
  const { trace, depth } = walk
  if (depth > MOST_SPREADS) return false
  const next = (node: ts.Expression, member = name, inner = scope): boolean =>
    lacks({ ...walk, depth: depth + 1 }, node, member, inner)
  // `...(body && { method: 'POST' })`
  if (isOperation(object, '&&') && taken(trace, object.left, scope) !== true) return true
  const set = assignedMembers(trace.checker, object, name)
  if (reached(trace, set, scope, object).isSure || set.some((one) => isSetPlainly(one, object))) return false
  if (givenTo(trace.checker, object).some((one) => isPlain(one, object) && !next(one))) return false
  if (compiler.isPropertyAccessExpression(object) && next(object.expression, object.name.text)) return true
  const handed = handedFor(trace, object, scope)
  if (handed) return next(handed.name, name, handed.scope)
  return trace.sources(object, scope).some(({ node, scope: inner }) => {
    if (node === nothing) return true
    return (
      saysMembers(node) &&
      once(walk, node, { name, scope: inner, is: false }, () =>
        findMember({ node, scope: inner }, name).every(
          (one) => 'spread' in one && next(one.spread, name, inner),
        ),
      )
    )
  })
}

/** What was asked before is known; what asks for itself again says nothing new. */
const once = ({ asked }: Walk, node: ts.Node, answer: Answer, ask: () => boolean): boolean => {
  const all = asked.get(node) ?? []
  const known = all.find((one) => one.name === answer.name && one.scope === answer.scope)
  if (known) return known.is
  asked.set(node, [...all, answer])
  answer.is = ask()
  return answer.is
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
