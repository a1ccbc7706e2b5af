import type { ts } from 'ts-morph'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import type { Sources } from '../../project/parse/program.ts'
import type { Change } from '../contract.ts'
import { apart } from '../edit/apart.ts'
import type { Edit } from '../edit/edit.ts'
import { isMapperModule } from '../mapper/module/module-form.ts'
import { fitLines, fitModule } from './fit-lines.ts'
import { parsed } from './lines.ts'
import { pageOf, widthOf, widthsUpTo } from './page.ts'

/**
 * The changes of a program, with the lines that edits made too long broken as the program breaks its own.
 * @param widthTold how far the lines of a file go, where its formatter is told; those of the program may go further
 */
export const fitted = <C extends Change>(
  sources: Sources,
  changes: readonly C[],
  edits: readonly Edit[],
  widthTold: (path: string) => number | undefined = () => undefined,
): C[] => {
  const own = sources.files.filter(({ fileName }) => !isMapperModule(fileName))
  const longest = widthOf(own)
  const byFile = groupBy(edits, ({ file }) => file)
  const byPath = new Map(own.map((file) => [file.fileName, file]))
  const edited = own.find((file) => byFile.has(file))
  return changes.map((change) => {
    const width = Math.max(longest, widthTold(change.path) ?? 0)
    const file = byPath.get(change.path)
    const there = change.before === undefined ? undefined : parsed(change.path, change.before)
    if (!file && there)
      return { ...change, after: fitModule(change, pageOf(there, widthLaid(change, there))) }
    if (!file) return edited ? { ...change, after: fitModule(change, pageOf(edited, width)) } : change
    const made = apart(byFile.get(file) ?? [])
    return { ...change, after: fitLines(file, change.after, made, width) }
  })
}

/** How far the lines of a module go that is there: the narrowest page on which it would be laid as it is. */
const widthLaid = ({ path, before = '' }: Change, there: ts.SourceFile): number =>
  [...widthsUpTo(WIDEST)]
    .reverse()
    .find((width) => fitModule({ path, after: before }, pageOf(there, width)) === before) ?? widthOf([there])

const WIDEST = 140 // columns
