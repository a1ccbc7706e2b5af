import type { Edit } from './edit/edit.ts'
import type { Keeping, Plan } from './plan.ts'
import { type Reason, reasons } from './reason.ts'

/** Whether a file, or a line of it, may be changed; what may not is only read. */
export type MayChange = (path: string, line?: number) => boolean

/** Text that may not be changed cannot be given a base of its own either. */
export const keptWithin = (
  keeping: Keeping | undefined,
  plan: Plan,
  mayChange: MayChange | undefined,
): Keeping | undefined =>
  !mayChange || (keeping?.edits.every(({ file }) => mayChange(file.fileName)) && mayChange(...lineOf(plan)))
    ? keeping
    : undefined

/** Where a plan's call stands. */
export const lineOf = ({ site }: Plan): [path: string, line: number] => {
  const file = site.top.getSourceFile()
  return [file.fileName, file.getLineAndCharacterOfPosition(site.top.getStart()).line + 1]
}

/** A plan that is not carried out. */
export const stay = (plan: Plan, left: Reason): Plan => ({
  ...plan,
  edits: [],
  mappers: [],
  findings: [],
  left,
})

/** A call in, or with parts in, text that may not be changed stays, and its base with it. */
export const heldBack = (plan: Plan, mayChange: MayChange): Plan => {
  const [path, line] = lineOf(plan)
  if (!mayChange(path)) return stay(plan, plan.left ?? reasons.elsewhere())
  if (!mayChange(path, line)) return stay(plan, reasons.kept())
  const isOurs = (edits: readonly Edit[]): boolean => edits.every((edit) => mayChange(edit.file.fileName))
  const { mapped, inPlace } = plan.answer ?? {}
  if (!isOurs([...plan.base, ...plan.edits, ...(mapped?.edits ?? [])])) return stay(plan, reasons.elsewhere())
  return mapped && inPlace && !isOurs(inPlace.edits) ? { ...plan, answer: { mapped } } : plan
}
