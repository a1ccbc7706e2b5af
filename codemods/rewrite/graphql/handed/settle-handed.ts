import type { ts } from 'ts-morph'
import { callsOfClosed } from '../../../sites/program/closed-function.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Handed, Plan } from '../../plan.ts'
import { reasons } from '../../reason.ts'

/**
 * Functions that are handed calls: where nothing else comes in any more they take only those, else a document as well. A
 * call that gets to the library in several places stays, for each would have to be told.
 */
export const settleHanded = (trace: Trace, plans: readonly Plan[]): Plan[] => {
  const handed = plans.filter(isHanded)
  if (handed.length === 0) return [...plans]
  const calls = new Set(handed.flatMap(({ handed }) => handed.levels.map(({ call }) => call)))
  const isOnly = new Map<ts.Node, boolean>()
  const takesOnly = (callee: ts.SignatureDeclaration): boolean => {
    const known =
      isOnly.get(callee) ?? (callsOfClosed(trace, callee)?.every((call) => calls.has(call)) || false)
    isOnly.set(callee, known)
    return known
  }
  const together = new Map<ts.Node, object>()
  return plans.map((plan) => {
    if (!isHanded(plan)) return plan
    const { handed: own, ...rest } = plan
    const sink = own.levels[0]?.callee as ts.Node
    const edits = own.only && own.levels.every(({ callee }) => takesOnly(callee)) ? own.only : own.both
    const isOne = plans.filter(({ site }) => site.top === plan.site.top).length === 1
    if (!edits || !isOne) return { ...rest, edits: [], mappers: [], findings: [], left: reasons.ownAnswer() }
    const group = together.get(sink) ?? {}
    together.set(sink, group)
    return { ...rest, edits, ...(edits === own.only ? { together: group } : {}) }
  })
}

type HandedPlan = Plan & { readonly handed: Handed }

const isHanded = (plan: Plan): plan is HandedPlan => plan.handed !== undefined && !plan.left && !plan.kept
