import { relative } from 'node:path'
import type { ts } from 'ts-morph'
import { isEmbedding } from '../project/parse/embedded.ts'
import { isGenerated } from '../project/tree/generated.ts'
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
export const heldBack = (plan: Plan, mayChange: MayChange, root: string): Plan => {
  const [path, line] = lineOf(plan)
  if (isEmbedding(path)) return stay(plan, reasons.embedded())
  if (!mayChange(path)) return stay(plan, whyNot(plan.site.top.getSourceFile(), plan.left))
  if (!mayChange(path, line)) return stay(plan, reasons.kept())
  const isNotOurs = ({ file }: Edit): boolean => !mayChange(file.fileName)
  const { mapped, inPlace } = plan.answer ?? {}
  const beyond = [...plan.base, ...plan.edits, ...(mapped?.edits ?? [])].find(isNotOurs)
  if (beyond) return stay(plan, beyondReach(beyond, root))
  return mapped && inPlace?.edits.some(isNotOurs) ? { ...plan, answer: { mapped } } : plan
}

/** What is said of a call itself asks to change it where it stands, which nobody does in a file that is generated. */
const whyNot = ({ fileName, text }: ts.SourceFile, said?: Reason): Reason =>
  isGenerated(fileName, text) ? reasons.generated() : (said ?? reasons.elsewhere())

const beyondReach = ({ file, start }: Edit, root: string): Reason => {
  if (!isEmbedding(file.fileName)) return whyNot(file)
  const { line } = file.getLineAndCharacterOfPosition(start)
  return reasons.embedded(`${relative(root, file.fileName)}:${line + 1}`)
}
