import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { runsOf, waysOf } from '../../../sites/answers/held/handed-back.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import {
  eachNode,
  functionAround,
  functionsAround,
  isInside,
  nameOf,
  someNode,
  statementOf,
} from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isMemberRead, nameRead } from '../../answer/errors/member-read.ts'
import { saidName } from '../../answer/reads/said-name.ts'
import { checksAround } from './checks-around.ts'
import { deedsAround } from './deeds-around.ts'
import { printedAround } from './graphql-shown.ts'
import { throughGiven } from './other-callee.ts'
import { requestNames } from './request-names.ts'
import { thrownBy } from './thrown-errors.ts'

/** What the functions on the way did that no option says. */
export const customOf = (trace: Trace, site: Site): string[] => {
  const { sink, scope, top } = site
  const names = requestNames(trace, site)
  const found = new Set<string>(checksAround(site, names))
  if (looksIntoErrors(trace, top)) found.add('the codes and paths of errors, which it looked at')
  if (readsExtensions(top)) found.add('the extensions of the answer, which it read')
  for (const one of throughOf(site)) found.add(one)
  if (top === sink.call) return [...found]
  for (const one of throughGiven(trace, site)) found.add(one)
  for (const one of runsAround(trace, site)) found.add(one)
  for (const one of deedsAround(trace, site, names)) found.add(one)
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
      if (isInside(top, callback)) continue
      const written = runsOf(trace, callback)
      for (const { call } of written ? [written] : (waysOf(trace, callback)?.runs ?? []))
        found.push(`its call through ${call.expression.getText()}`)
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

/** Whether the code around a call reads what GraphQL says beside `data` and `errors`: `const { data, extensions } = …`. */
const readsExtensions = (top: ts.Node): boolean => {
  const around = functionAround(top)
  const named = (name: RegExp): Set<ts.Node | string> => {
    const found = new Set<ts.Node | string>()
    if (around) eachNode(around, (node) => void (name.test(nameTaken(node)) && found.add(ownerOf(node))))
    return found
  }
  const answers = named(/^(data|errors)$/)
  return [...named(/^extensions$/)].some((one) => answers.has(one))
}

const nameTaken = (node: ts.Node): string => {
  if (compiler.isBindingElement(node)) return nameOf(node.propertyName ?? node.name) ?? ''
  return isMemberRead(node) ? nameRead(node) : ''
}

/** What a member is taken of: an expression by its text, or the pattern that takes it. */
const ownerOf = (node: ts.Node): ts.Node | string =>
  isMemberRead(node) ? node.expression.getText() : node.parent
