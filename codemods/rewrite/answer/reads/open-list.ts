import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { underSuccess } from '../../../sites/answers/failure/failure.ts'
import type { Flow } from '../../../sites/answers/flow/flow-found.ts'
import type { Uses } from '../../../sites/answers/uses/uses-walk.ts'
import { type Access, isAccess } from '../../../sites/program/syntax/access.ts'
import { isTypeScript } from '../../../sites/program/syntax/is-typescript.ts'
import { dressed } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, insertAfter, insertAt } from '../../edit/edit.ts'
import { anyFor } from '../any-for.ts'
import { openBound, openEnvelope, openTypes } from '../open-envelope.ts'
import { checksFailure } from '../status/checks-failure.ts'

/** A call whose list is opened, and what is done with it. */
export interface Opening {
  readonly trace: Trace
  readonly site: Site
  readonly flow: Flow
  readonly uses: Uses
}

/** The edits that take a list out of v2's envelope where its answer is parsed; undefined where they would not do. */
export const opensFor = ({ trace, site, flow, uses }: Opening, key: string): readonly Edit[] | undefined => {
  const { roots, bound } = flow
  const { guards } = uses
  if (site.sink.answer === 'openapi') return openMember(trace, site, key)
  // An error's body has no list: code that makes nothing of that must have looked for the error before.
  const isAsked = guards.length > 0 || checksFailure(trace, site)
  if (!isAsked && uses.soft.some((node) => !underSuccess(trace, node))) return undefined
  const lengths = isAsked ? [] : uses.lengths.filter((node) => !underSuccess(trace, node))
  const isTyped = isTypeScript(site.top)
  // Where `json()` gives `unknown`, only the guard lets a compiler see a list.
  if (isTyped && guards.length > 0 && !roots.every(isCast)) return undefined
  const types = openTypes([...roots, site.top, site.sink.call], trace, key)
  const edits = [
    ...roots.map((root) => openEnvelope(trace, root, key)),
    ...bound.map((element) => openBound(trace, element, key)),
    ...lengths.map(orUndefined),
  ]
  if (!types || edits.some((one) => one === undefined)) return undefined
  return [...types, ...edits.flatMap((one) => one ?? [])]
}

/**
 * `pods.length` -> `pods?.length`, `pods[0]?.id` -> `pods?.[0]?.id`: undefined of what v1 said of a call that failed, and of
 * the list that is not there. What throws of either (`pods[0].id`) stays.
 */
const orUndefined = (access: Access): readonly Edit[] | undefined => {
  const outer = dressed(access)
  const isRead = isAccess(outer.parent) && outer.parent.expression === outer
  if (access.questionDotToken || (isRead && !(outer.parent as Access).questionDotToken)) return []
  const file = access.getSourceFile()
  const end = access.expression.getEnd()
  // A name in brackets is read as if it stood behind a dot; the dot may stand in a line of its own
  const sign = /^\s*([.[])/.exec(file.text.slice(end, access.getEnd()))
  if (!sign) return undefined
  const at = end + sign[0].length - 1
  // Behind what takes the list out, where that is at the same place
  return [{ ...insertAt(file, at, sign[1] === '.' ? '?' : '?.'), order: 1 }]
}

/** What failed has no data, and nothing is thrown: the list is taken out of what is there, for every reader alike. */
const openMember = (trace: Trace, { top, sink }: Site, key: string): readonly Edit[] | undefined => {
  if (top !== sink.call) return undefined
  const answer = `({ data, ...answer }${anyFor(trace, top)})`
  return [insertAfter(top, `.then(${answer} => ({ ...answer, data: data?.${key} }))`)]
}

const isCast = (root: ts.Expression): boolean => {
  if (compiler.isCallExpression(root) && root.typeArguments) return true
  let at: ts.Node = root.parent
  while (compiler.isParenthesizedExpression(at) || compiler.isAwaitExpression(at)) at = at.parent
  if (compiler.isVariableDeclaration(at)) return at.type !== undefined
  return compiler.isAsExpression(at)
}
