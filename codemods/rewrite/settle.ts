import { relative } from 'node:path'
import { clash, type Edit, keyOf } from './edit.ts'
import type { Plan } from './plan.ts'
import { type Reason, reasons } from './reason.ts'

/** Where a plan's call stands, in a reader's words. */
export const placeOf = ({ site }: Plan, root: string): string => {
  const file = site.top.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(site.top.getStart())
  return `${relative(root, file.fileName)}:${line + 1}`
}

/**
 * Decides which plans can be carried out together. A call that cannot move, and would go wrong in silence if its base
 * moved without it, holds back every call that shares the base; and of two plans that want different changes to the
 * same text neither is carried out.
 */
export const settle = (plans: readonly Plan[], root: string): Plan[] => {
  let settled = plans.map((plan) => (plan.left ? plan : withClashes(plan, plans)))
  for (;;) {
    const vetoes = vetoesOf(settled, root)
    const next = settled.map((plan) => {
      if (plan.left) return plan
      const veto = plan.base.map((edit) => vetoes.get(rangeOf(edit))).find((one) => one !== undefined)
      return veto ? leave(plan, reasons.base(veto)) : plan
    })
    if (next.every((plan, index) => plan === settled[index])) return next
    settled = next
  }
}

const leave = (plan: Plan, left: Reason): Plan => ({ ...plan, edits: [], mappers: [], findings: [], left })

const rangeOf = ({ file, start, end }: Edit): string => `${file.fileName}:${start}:${end}`

const vetoesOf = (plans: readonly Plan[], root: string): Map<string, string> => {
  const found = new Map<string, string>()
  for (const plan of plans) {
    if (!plan.left || plan.left.loud) continue
    for (const edit of plan.base) if (!found.has(rangeOf(edit))) found.set(rangeOf(edit), placeOf(plan, root))
  }
  return found
}

const withClashes = (plan: Plan, plans: readonly Plan[]): Plan => {
  const own = [...plan.base, ...plan.edits]
  const clashes = plans.some(
    (other) =>
      other !== plan &&
      !other.left &&
      own.some((edit) => [...other.base, ...other.edits].some((one) => clash(edit, one))),
  )
  return clashes ? leave(plan, reasons.clash()) : plan
}

/** Every edit once. */
export const uniqueEdits = (edits: readonly Edit[]): Edit[] => [
  ...new Map(edits.map((edit) => [keyOf(edit), edit])).values(),
]
