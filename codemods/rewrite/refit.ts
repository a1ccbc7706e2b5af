import type { Site } from '../sites/sites.ts'
import { type Edit, keyOf } from './edit/edit.ts'
import type { Misfit } from './misfits.ts'
import type { Plan } from './plan.ts'
import { reasons } from './reason.ts'

/**
 * The plans without what does not fit the program's types: an answer that was to be read where it is read is mapped where
 * it comes in, and a call whose own change does not fit stays.
 * @param held the plans before it was settled which are carried out
 * @param unkept is told of calls that cannot keep their old base, for the types of their helpers
 * @returns undefined where all of them fit
 */
export const refitted = (
  held: readonly Plan[],
  settled: readonly Plan[],
  misfits: readonly Misfit[],
  unkept: Set<Site>,
): Plan[] | undefined => {
  const next = held.map((plan, index) => {
    const { text } = misfits.find(isOf((settled[index] ?? plan).edits)) ?? misfits.find(isOf(plan.base)) ?? {}
    if (text === undefined || plan.left || settled[index]?.left) return plan
    const { inPlace, ...answer } = plan.answer ?? {}
    return inPlace && misfits.some(isOf(inPlace.edits)) && !misfits.some(isOf(plan.edits))
      ? { ...plan, answer: answer as NonNullable<Plan['answer']> }
      : leave(plan, text)
  })
  const before = unkept.size
  for (const { site, keeps } of settled) if (keeps && misfits.some(isOf(keeps.edits))) unkept.add(site)
  return unkept.size > before || next.some((plan, index) => plan !== held[index]) ? next : undefined
}

const isOf =
  (edits: readonly Edit[]) =>
  (misfit: Misfit): boolean =>
    edits.some((edit) => misfit.edits.has(keyOf(edit)))

const leave = (plan: Plan, text: string): Plan => ({
  ...plan,
  edits: [],
  mappers: [],
  findings: [],
  left: reasons.misfit(text),
})
