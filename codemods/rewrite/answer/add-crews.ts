import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { answerOf } from '../../sites/answers/answer.ts'
import { changedBy } from '../../sites/program/set/steady.ts'
import { someNode } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import type { Located } from '../../sites/texts/locate.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { morePath } from '../address/path/path-end.ts'
import type { Crews } from '../address/query/query.ts'
import { givesPromise, hasMore } from '../body/tries/tries.ts'
import { insertAfter, insertBefore, keyOf } from '../edit/edit.ts'
import { freeName } from '../edit/free-name.ts'
import { crewsMapper } from '../mapper/mapper.ts'
import { isCheckedScript } from '../mapper/module/module.ts'
import type { Part } from '../plan.ts'

/**
 * The edits that let a call ask v2 for what the old API said of each item on request: the call is made once more for each,
 * with what that is found under behind its path.
 * @returns undefined where it cannot be made again, or does not promise an answer that more can be put into
 */
export const addCrews = (
  trace: Trace,
  site: Site,
  located: readonly Located[],
  { where }: Crews,
): Part | undefined => {
  const whole = parsedWhole(trace, site)
  if (!whole || doesMore(whole)) return undefined
  const name = freeName(whole, ['path', 'below'])
  const ends = located.map((one) => morePath(trace, whole, one, name))
  const [end] = ends
  if (!end || ends.some((one) => !one || keysOf(one) !== keysOf(end))) return undefined
  const file = whole.getSourceFile()
  const parameter = isCheckedScript(file) ? `/** @type {any} */ ${name}` : name
  const waits = someNode(whole, compiler.isAwaitExpression, compiler.isFunctionLike) ? 'async ' : ''
  return {
    edits: [
      ...end,
      { ...insertBefore(whole, `${crewsMapper.name}(${waits}(${parameter}) => `), order: 1 },
      { ...insertAfter(whole, where ? `, ${where})` : ')'), order: -1 },
    ],
    mappers: [{ file, mapper: crewsMapper }],
    findings: [],
  }
}

const keysOf = (edits: readonly Parameters<typeof keyOf>[0][]): string => edits.map(keyOf).join('\n')

/** The call, with the `json()` that is asked of it at once, where it promises an answer of a form that is known. */
const parsedWhole = (trace: Trace, site: Site): ts.Expression | undefined => {
  const { top } = site
  const { kind } = answerOf(trace, site)
  if (hasMore(top)) return kind === 'response' ? jsonOf(top) : undefined
  return /^(payload|axios|response)$/.test(kind) && givesPromise(trace, top) ? top : undefined
}

/** `ky.get(…).json()` */
const jsonOf = (top: ts.Expression): ts.Expression | undefined => {
  const access = top.parent
  if (!compiler.isPropertyAccessExpression(access) || access.name.text !== 'json') return undefined
  const call = access.parent
  return compiler.isCallExpression(call) && call.expression === access ? call : undefined
}

/** What is not to be done once for each: what is set or counted on the way, and what a generator gives away. */
const doesMore = (whole: ts.Node): boolean =>
  someNode(whole, (node) => changedBy(node).length > 0 || compiler.isYieldExpression(node))
