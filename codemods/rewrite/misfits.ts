import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Complaint } from '../project/complaints.ts'
import type { Sources } from '../project/program.ts'
import { type Edit, inTurn, keyOf } from './edit/edit.ts'
import { nodeAt } from './edit/node-at.ts'

/** A file's text before and after. */
interface Changed {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
}

/** A change that its file's types do not take. */
export interface Misfit {
  /** The edits that it is about, by their keys. */
  readonly edits: ReadonlySet<string>
  /** What the compiler says of it. */
  readonly text: string
}

/** What a compiler would refuse of changed files that it took as they were, by the edits which made it so. */
export const misfitsOf = (
  sources: Sources,
  changes: readonly Changed[],
  edits: readonly Edit[],
): Misfit[] => {
  const typed = changes.filter(({ path, before }) => before !== undefined && /\.[cm]?tsx?$/.test(path))
  const paths = typed.map(({ path }) => path)
  if (paths.length === 0) return []
  const now = sources.complaints(paths, new Map(typed.map(({ path, after }) => [path, after])))
  if (now.length === 0) return []
  const old = sources.complaints([...new Set(now.map(({ path }) => path))])
  return now.flatMap((one) => misfitOf(one, old, placed(edits, one.path)))
}

/** An edit, and where its text stands once it is made. */
interface Placed {
  readonly edit: Edit
  readonly from: number
  readonly to: number
}

const placed = (edits: readonly Edit[], path: string): Placed[] => {
  let moved = 0
  return inTurn(edits.filter(({ file }) => file.fileName === path)).map((edit) => {
    const from = edit.start + moved
    moved += edit.text.length - (edit.end - edit.start)
    return { edit, from, to: from + edit.text.length }
  })
}

const misfitOf = (
  { code, start, end, text }: Complaint,
  old: readonly Complaint[],
  edits: readonly Placed[],
): Misfit[] => {
  const file = edits[0]?.edit.file
  const [from, to] = [before(start, edits), before(end, edits)]
  const isOld = old.some(
    (one) => one.path === file?.fileName && one.code === code && one.start <= to && one.end >= from,
  )
  if (!file || isOld) return []
  const at = edits.filter((one) => one.from <= end && one.to >= start)
  const own = at.length > 0 ? at : inStatement(file, from, edits)
  return own.length > 0 ? [{ edits: new Set(own.map(({ edit }) => keyOf(edit))), text }] : []
}

/** Where a place of the changed text was before. */
const before = (at: number, edits: readonly Placed[]): number => {
  const last = edits.filter(({ from }) => from <= at).at(-1)
  if (!last) return at
  return at < last.to ? last.edit.start : at - last.to + last.edit.end
}

/** A declaration or a call is complained of by its name: the edits within the smallest of these that has any. */
const inStatement = (file: ts.SourceFile, at: number, edits: readonly Placed[]): readonly Placed[] => {
  for (let node = nodeAt(file, at); node && !compiler.isFunctionLike(node); node = node.parent) {
    const [start, end] = [node.getStart(), node.getEnd()]
    const inside = edits.filter(({ edit }) => edit.start >= start && edit.end <= end)
    if (inside.length > 0) return inside
    if (compiler.isStatement(node)) return []
  }
  return []
}
