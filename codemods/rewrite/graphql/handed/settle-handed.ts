import type { ts } from 'ts-morph'
import { callsOfClosed } from '../../../sites/program/names/closed-function.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Handed, Plan } from '../../plan.ts'
import { reasons } from '../../reason.ts'

/**
 * Functions that are handed calls: where nothing else comes in any more they take only those, else a document as well. A
 * call that gets to the library in several places stays, for each would have to be told. What becomes of other calls may
 * be decided later: then this is asked once more.
 */
export const settleHanded = (trace: Trace, plans: readonly Plan[]): Plan[] => {
  const handed = plans.filter(isHanded)
  if (handed.length === 0) return [...plans]
  const isOnly = takingOnly(trace, plans, handed)
  const together = new Map<ts.Node, object>()
  return plans.map((plan) => {
    if (!isHanded(plan)) return plan
    const { handed: own, together: _, ...settled } = plan
    const rest = { ...settled, handed: own }
    const sink = own.levels[0]?.callee as ts.Node
    const edits = isOnly.has(plan) ? own.only : own.both
    const isOne = plans.filter(({ site }) => site.top === plan.site.top).length === 1
    if ((!edits || !isOne) && own.plain) return { ...settled, around: [], ...own.plain }
    if (!edits || !isOne) return { ...rest, edits: [], mappers: [], findings: [], left: reasons.ownAnswer() }
    const group = together.get(sink) ?? {}
    together.set(sink, group)
    return { ...rest, edits, ...(edits === own.only ? { together: group } : {}) }
  })
}

/** The plans whose functions take nothing but calls any more: of one that may be given a document, all of them may. */
const takingOnly = (
  trace: Trace,
  plans: readonly Plan[],
  handed: readonly HandedPlan[],
): ReadonlySet<Plan> => {
  let only = new Set<Plan>(handed.filter((plan) => plan.handed.only))
  for (;;) {
    const gone = new Set<ts.Node>(plans.flatMap((plan) => callsGone(plan, only.has(plan))))
    const isClosed = (callee: ts.SignatureDeclaration): boolean =>
      callsOfClosed(trace, callee)?.every((call) => gone.has(call)) === true
    const next = handed.filter(
      (one) => only.has(one) && one.handed.levels.every(({ callee }) => isClosed(callee)),
    )
    if (next.length === only.size) return only
    only = new Set(next)
  }
}

/** The calls that say no document any more: the caller's own, and those that only hand on what they are handed. */
const callsGone = ({ left, kept, stays, handed, site }: Plan, isOnly: boolean): ts.Node[] => {
  if (left || kept || stays) return []
  return handed && isOnly ? handed.levels.map(({ call }) => call) : [site.top]
}

type HandedPlan = Plan & { readonly handed: Handed }

const isHanded = (plan: Plan): plan is HandedPlan => plan.handed !== undefined && !plan.left && !plan.kept
