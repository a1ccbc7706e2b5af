import type { Trace } from '../../sites/program/frames/source.ts'
import { isClassicScript, scriptRun } from '../mapper/module/classic-script.ts'
import type { Plan } from '../plan.ts'
import { reasons } from '../reason.ts'
import { type KeepBase, settle } from '../settle.ts'
import { settleInside } from './lists-inside.ts'
import type { InPlace } from './reads/reads-in-place.ts'
import { ANY_PART } from './types/type-owners.ts'

/**
 * Settles which plans are carried out, and for each whether its answer is read in v2's words where it is read, or
 * mapped where it comes in. What several calls share (a function, a variable) is reworded for all of them or for none.
 */
export const settleAnswers = (
  trace: Trace,
  all: readonly Plan[],
  root: string,
  keepBase: KeepBase,
): Plan[] => {
  const plans = settleInside(all)
  const mapped = new Set<number>()
  for (;;) {
    const settled = settle(
      plans.map((plan, index) => unlessImported(trace, withAnswer(plan, !mapped.has(index)))),
      root,
      keepBase,
    )
    const inPlace = plans.map(({ answer }, index) => (mapped.has(index) ? undefined : answer?.inPlace))
    const chosen = inPlace.filter((one, index) => one && !settled[index]?.left)
    const unmet = inPlace.flatMap((one, index) => {
      if (!one) return []
      const clashes = settled[index]?.left?.rule === 'codemod.clash' && !plans[index]?.left
      const isAlone = !settled[index]?.left && !isMet(one, chosen as InPlace[])
      return clashes || isAlone ? [index] : []
    })
    if (unmet.length === 0) return settled
    for (const index of unmet) mapped.add(index)
  }
}

/** v2's body in the place of its own list is a spare that never comes out: the walk saw to that. */
const ENVELOPE = 'envelope'

/** Whether everything that an answer shares its names with is an answer of the same kind, read in the same words. */
const isMet = ({ needs, kind }: InPlace, chosen: readonly InPlace[]): boolean =>
  needs.every(({ node, holds }) =>
    chosen.some((other) => {
      const found = other.kind === kind ? other.held.get(node) : undefined
      return found !== undefined && (holds === ANY_PART || found === holds || found === ENVELOPE)
    }),
  )

/** A plan with one of the two ways to deal with its answer. */
const withAnswer = (plan: Plan, wanted: boolean): Plan => {
  const { answer } = plan
  if (!answer || plan.left) return plan
  const { edits, mappers, findings } =
    wanted && answer.inPlace
      ? { edits: answer.inPlace.edits, mappers: [], findings: answer.inPlace.findings }
      : answer.mapped
  return {
    ...plan,
    edits: [...plan.edits, ...edits],
    mappers: [...plan.mappers, ...mappers],
    findings: [...plan.findings, ...findings],
  }
}

/** What a classic script would have to import, it cannot have. */
const unlessImported = (trace: Trace, plan: Plan): Plan => {
  const script = plan.left ? undefined : plan.mappers.find(({ file }) => isClassicScript(trace, file))?.file
  if (!script) return plan
  return { ...plan, edits: [], mappers: [], findings: [], left: reasons.classicScript(scriptRun(script)) }
}
