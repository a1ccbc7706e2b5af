import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { runsOf } from '../../../sites/answers/handed-back.ts'
import { framesFrom } from '../../../sites/program/frames.ts'
import { isNot } from '../../../sites/program/logic.ts'
import {
  functionAround,
  functionsAround,
  isInside,
  someNode,
  statementOf,
  walk,
} from '../../../sites/program/scope.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isMemberRead, nameRead } from '../../answer/errors/member-read.ts'
import { saidName } from '../../answer/reads/said-name.ts'
import { short } from '../../reason-text.ts'
import { printedAround } from './graphql-shown.ts'
import { thrownBy } from './thrown-errors.ts'

/** What the functions on the way did that no option says. */
export const customOf = (trace: Trace, site: Site): string[] => {
  const { sink, scope, top } = site
  const found = new Set<string>(checksOf(site))
  if (looksIntoErrors(trace, top)) found.add('the codes and paths of errors, which it looked at')
  for (const one of throughOf(site)) found.add(one)
  if (top === sink.call) return [...found]
  for (const one of runsAround(trace, site)) found.add(one)
  let inner: ts.Node = sink.call
  for (const frame of framesFrom(scope)) {
    if (someNode(frame.callee, (node) => compiler.isIdentifier(node) && node.text === 'extensions'))
      found.add('the codes and paths of errors, which it looked at')
    for (const one of thrownBy(trace, frame.callee)) found.add(one)
    for (const one of printedAround(frame.callee, inner)) found.add(one)
    inner = frame.call
  }
  return [...found]
}

/** What ran a call on the way, perhaps several times. */
const runsAround = (trace: Trace, { sink, scope, top }: Site): string[] => {
  const found: string[] = []
  let inner: ts.Node = sink.call
  for (const frame of framesFrom(scope)) {
    for (let at = inner; !compiler.isFunctionLike(at) && at.parent; at = at.parent)
      if (compiler.isIterationStatement(at, false)) found.push('its loop, which tried again')
    for (const callback of functionsAround(inner)) {
      const runs = runsOf(trace, callback)
      if (runs && !isInside(top, callback)) found.push(`its call through ${runs.call.expression.getText()}`)
    }
    inner = frame.call
  }
  return found
}

/** What a call went through that is no library's. */
export const throughOf = ({ sink }: Site): string[] => {
  const callee = sink.call.expression.getText()
  return sink.library === 'fetch' && !/(^|\.)fetch$/.test(callee) ? [`the call through ${callee}`] : []
}

/** Whether the code around a call asks an error for what only GraphQL said of it. */
const looksIntoErrors = (trace: Trace, top: ts.Node): boolean => {
  const around = functionAround(top)
  const isOfErrors = (node: ts.Node): boolean => /^errors?$/.test(saidName(trace, node) ?? '')
  const isAsked = (node: ts.Node): boolean =>
    isMemberRead(node) &&
    /^(extensions|path|locations)$/.test(nameRead(node)) &&
    someNode(statementOf(node), (one) => one.getStart() < node.getEnd() && isOfErrors(one))
  return around !== undefined && someNode(around, isAsked)
}

const THREW = 'threw'

/** Whether something lost is a check that threw before the call was made: without it, v2 refuses what it kept out. */
export const isMereCheck = (lost: string): boolean => lost.startsWith('its check (') && lost.endsWith(THREW)

/** What the functions on the way looked at before they called: `if (!key) throw …`, `if (!key) return null`. */
const checksOf = ({ sink, scope }: Site): string[] => {
  const found: string[] = []
  let inner: ts.Node = sink.call
  for (const frame of framesFrom(scope)) {
    const at = inner
    walk(frame.callee, (node) => {
      if (compiler.isFunctionLike(node) && !isInside(at, node)) return false
      const { asked, end } = checkAt(node, at) ?? {}
      const given =
        end && compiler.isReturnStatement(end) ? (end.expression?.getText() ?? 'nothing') : undefined
      const does = given === undefined ? THREW : `gave ${short(given)} and made no call`
      if (asked && end && (given !== undefined || compiler.isThrowStatement(end)))
        found.push(`its check (${short(asked)}), which ${does}`)
      return undefined
    })
    inner = frame.call
  }
  return found
}

interface Check {
  /** What holds where the call is not come to. */
  readonly asked: string
  readonly end: ts.Statement
}

/** A condition before a place, or around it: `if (!key) throw …`, `if (key) { … } else { throw … }`. */
const checkAt = (node: ts.Node, at: ts.Node): Check | undefined => {
  if (!compiler.isIfStatement(node)) return undefined
  const { expression, thenStatement, elseStatement } = node
  if (node.getEnd() <= at.getStart() || (elseStatement && isInside(at, elseStatement)))
    return { asked: expression.getText(), end: lastOf(thenStatement) }
  if (!elseStatement || !isInside(at, thenStatement)) return undefined
  const text = expression.getText()
  const asked = isNot(expression)
    ? expression.operand.getText()
    : /^[\w$.]+$/.test(text)
      ? `!${text}`
      : `!(${text})`
  return { asked, end: lastOf(elseStatement) }
}

const lastOf = (statement: ts.Statement): ts.Statement =>
  compiler.isBlock(statement) ? (statement.statements.at(-1) ?? statement) : statement
