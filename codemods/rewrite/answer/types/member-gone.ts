import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Edit } from '../../edit/edit.ts'

/** Whether something is said beside a member that would be lost with it. */
export const isNoted = (member: ts.Node): boolean => {
  const { text } = member.getSourceFile()
  return (
    compiler.getLeadingCommentRanges(text, member.getFullStart()) !== undefined ||
    compiler.getTrailingCommentRanges(text, afterComma(text, member.getEnd())) !== undefined
  )
}

/** Takes members out of those that stand together, each with its line where it has one for itself. */
export const withoutMembers = (all: readonly ts.Node[], gone: ReadonlySet<ts.Node>): readonly Edit[] => {
  const edits: Edit[] = []
  for (let from = 0; from < all.length; from++) {
    if (!gone.has(all[from] as ts.Node)) continue
    let to = from
    while (gone.has(all[to + 1] as ts.Node)) to++
    edits.push(withoutRun(all[from - 1], all.slice(from, to + 1), to === all.length - 1))
    from = to
  }
  return edits
}

/** What parts the last of all from the one before it goes with it, where nothing parts it from the end. */
const withoutRun = (before: ts.Node | undefined, run: readonly ts.Node[], isLast: boolean): Edit => {
  const [first] = run as [ts.Node]
  const file = first.getSourceFile()
  const end = afterComma(file.text, (run.at(-1) as ts.Node).getEnd())
  const isParted = /[;,]$/.test(file.text.slice(0, end))
  const partedAt = before?.getEnd() ?? first.getFullStart()
  const start =
    isLast && !isParted
      ? partedAt - (/[;,]$/.test(file.text.slice(0, partedAt)) ? 1 : 0)
      : first.getFullStart()
  return { file, start, end, text: '' }
}

/** Members of types hold what parts them; those of values do not. */
const afterComma = (text: string, end: number): number =>
  end + (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0)
