import type { ts } from 'ts-morph'
import { kept } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import {
  bare,
  functionAround,
  nodesIn,
  someNode,
  statementOf,
  walk,
} from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { answerFlow } from '../answer.ts'
import { functionsOf } from '../functions-of.ts'
import { answerTakers, parsingsBehind } from './parsed-bodies.ts'

/** What is thrown or refused with: `throw res`, `Promise.reject(res)`, `reject(res)`. */
export const thrownAt = (node: ts.Node): ts.Expression | undefined => {
  if (compiler.isThrowStatement(node)) return bare(node.expression)
  const [first] = compiler.isCallExpression(node) ? node.arguments : []
  return first && /^(Promise\.)?reject$/.test((node as ts.CallExpression).expression.getText())
    ? bare(first)
    : undefined
}

/** What is thrown as it was parsed. */
export interface ThrownParsed {
  readonly value: ts.Expression
  /** Whether it is parsed where the call's own answer is: a mapper that is put there says it in v1's words. */
  readonly isOwn: boolean
}

const known = new WeakMap<Site, readonly ThrownParsed[]>()

/** What a call was refused with, where that is thrown as it was parsed: `throw await res.json()`, `Promise.reject(body)`. */
export const thrownParsed = (trace: Trace, site: Site): readonly ThrownParsed[] =>
  kept(known, site, () => {
    const flow = answerFlow(trace, site)
    const roots = new Set<ts.Node>(flow && flow !== 'handed-on' ? flow.roots : [])
    const around = functionAround(site.top)
    const own = [...new Set([...functionsOf(site), ...(around ? [around] : [])])]
    const calls = [...own, statementOf(site.top)].flatMap((one) => nodesIn(one, compiler.isCallExpression))
    const takers = calls.flatMap((call) => answerTakers(trace, call))
    return [...new Set([...own, ...takers])].flatMap((one) => thrownIn(trace, one, roots))
  })

const thrownIn = (trace: Trace, place: ts.Node, roots: ReadonlySet<ts.Node>): ThrownParsed[] => {
  const found: ThrownParsed[] = []
  walk(place, (node) => {
    const value = thrownAt(node)
    const parsings = value ? parsingsBehind(trace, value) : []
    const isOwn = parsings.some((one) => someNode(one, (inner) => roots.has(inner)))
    if (value && parsings.length > 0) found.push({ value, isOwn })
    return undefined
  })
  return found
}
