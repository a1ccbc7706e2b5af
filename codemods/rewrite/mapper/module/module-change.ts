import type { Note } from '../../../project/note.ts'
import { syntaxError } from '../../../project/parse/program.ts'
import type { Change, RewriteOptions } from '../../contract.ts'
import { parsed } from '../../fit/lines.ts'
import { positionOf } from '../../notes.ts'
import { styleOf } from '../helpers/style.ts'
import { merged } from './by-hand.ts'
import { keptMappers } from './kept-mappers.ts'
import { printModule } from './mapper-module.ts'
import type { MapperModule } from './module.ts'

/** A generated module as a run leaves it, with what is to be said of what its users made of it. */
export interface ModuleChange extends Change {
  readonly notes: readonly Note[]
}

/** A module that holds what the users of this run and of earlier ones call. */
export const moduleChange = (module: MapperModule, { read, routes, root }: RewriteOptions): ModuleChange => {
  const { path } = module
  const before = read?.(path)
  const kept = keptMappers(before, routes)
  const there = before === undefined ? undefined : parsed(path, before)
  const style = there ? styleOf(there) : module.style
  const print = (mappers: MapperModule['mappers']): string => {
    const text = printModule(mappers, module.dialect, style, module.isChecked, module.isWhole)
    // In files whose names say their kind, `<T>(` is no beginning of a function.
    return /\.[cm]ts$/.test(path) ? text.replace(/<(T(?: = any)?)>\(/g, '<$1,>(') : text
  }
  const wanted = print([...kept, ...module.mappers])
  if (before === undefined || !there || before === wanted) return { path, before, after: wanted, notes: [] }
  // A conflict that nobody has settled yet: once it is, what is missing is written.
  if (syntaxError(there) !== undefined) return { path, before, after: before, notes: [] }
  const { text, apart } = merged({ path, before, written: print(kept), wanted })
  return { path, before, after: text, notes: apart.map((one) => apartNote(positionOf(one, root))) }
}

const apartNote = (at: Pick<Note, 'file' | 'line' | 'column'>): Note => ({
  ...at,
  rule: 'codemod.module-by-hand',
  class: 'follow-up',
  fix: 'take this function out and run upshift again, then make your changes to it anew',
  confidence: 'high',
  why: 'this was changed by hand and stays so, and calls that moved now need more of it',
})
