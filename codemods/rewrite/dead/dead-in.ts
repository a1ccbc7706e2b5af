import { relative } from 'node:path'
import type { ts } from 'ts-morph'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import type { Note } from '../../project/note.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Edit, keyOf } from '../edit/edit.ts'
import type { Plan } from '../plan.ts'
import { type DeadCode, deadCode } from './dead-code.ts'

/** What no file reads any more once the plans are carried out. */
export const deadIn = (
  trace: Trace,
  plans: readonly Plan[],
  edits: readonly Edit[],
  mayChange: (path: string, line?: number) => boolean,
): DeadCode => {
  const live = plans.filter(({ left, kept }) => left || kept).map(({ site }) => site.top)
  const found = [...groupBy(edits, ({ file }) => file)].flatMap(([file, own]) =>
    mayChange(file.fileName) ? [deadCode(trace, file, own, live)] : [],
  )
  return {
    edits: found.flatMap((one) => one.edits),
    gone: new Set(found.flatMap(({ gone }) => [...gone])),
    moved: new Set(found.flatMap(({ moved }) => [...moved])),
  }
}

/** The edits that take it out, and those of what stays. */
export const withDead = ({ edits, gone, moved }: DeadCode, others: readonly Edit[]): Edit[] => [
  ...edits,
  ...others.filter((edit) => !isInside(edit, gone) && !moved.has(keyOf(edit))),
]

/** Whether an edit is of text that goes; what is put before a statement stands for itself. */
const isInside = ({ file, start, end }: Edit, gone: ReadonlySet<ts.Node>): boolean =>
  [...gone].some((node) => {
    if (node.getSourceFile() !== file || (start === end && start === node.getStart())) return false
    return start >= node.getStart() && end <= node.getEnd()
  })

/** Whether a note is about text that goes. */
export const isNoteInside = (
  { file, line, column, class: is }: Note,
  gone: ReadonlySet<ts.Node>,
  root: string,
): boolean =>
  is === 'follow-up' &&
  [...gone].some((node) => {
    const source = node.getSourceFile()
    if (relative(root, source.fileName) !== file) return false
    const at = source.getPositionOfLineAndCharacter(line - 1, column - 1)
    return at >= node.getStart() && at < node.getEnd()
  })
