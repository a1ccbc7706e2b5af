import type { ts } from 'ts-morph'
import { groupBy } from '../../mappings/dsl/group-by.ts'
import { movePins } from '../beside/pins.ts'
import { moveTests } from '../beside/tests.ts'
import type { Note } from '../project/note.ts'
import type { Sources } from '../project/parse/program.ts'
import type { Trace } from '../sites/program/frames/source.ts'
import { adapterImports, isPointed, spareAdapters, withoutStatements } from './adapter.ts'
import { pathsAsked } from './address/asked/path-asked.ts'
import { pathsBeside } from './address/base/paths-beside.ts'
import { type Stranded, stranded } from './address/base/stranded.ts'
import { defaultPaths } from './address/path/default-paths.ts'
import { withoutTwins } from './address/path/type-twins.ts'
import { errorWords } from './answer/errors/error-words.ts'
import { unreadProblems } from './answer/errors/problem-notes.ts'
import { withHanded } from './answer/errors/words-handed.ts'
import { interceptorNotes } from './answer/heard-by-interceptors.ts'
import type { Calls } from './answer/lost/comes-only-of.ts'
import { filesAround, lostReads } from './answer/lost/lost-reads.ts'
import { untoldNotes } from './answer/lost/untold.ts'
import { presenceAsked } from './body/inlets/presence-asked.ts'
import type { Change, Rewrite, RewriteOptions } from './contract.ts'
import { deadIn, isNoteInside, withDead } from './dead/dead-in.ts'
import { withUnreadParameters } from './dead/unread-parameters.ts'
import { apart } from './edit/apart.ts'
import { borrowEdits } from './edit/borrow.ts'
import { applyEdits, type Edit, isChange } from './edit/edit.ts'
import { aroundNotes } from './graphql/around/graphql-around.ts'
import { stillHanded } from './graphql/around/still-handed.ts'
import { thrownWords } from './graphql/around/thrown-words.ts'
import { handedOut } from './handed-on/handed-out.ts'
import { lackingUses } from './mapper/module/lacking.ts'
import { type MapperModule, modulesFor } from './mapper/module/module.ts'
import { moduleChange } from './mapper/module/module-change.ts'
import { isMapperModule } from './mapper/module/module-form.ts'
import { importEdits, isFromElsewhere } from './mapper/module/module-import.ts'
import { markerEdit } from './marker.ts'
import { lineOf, type MayChange } from './may-change.ts'
import { hostMentions } from './mentions.ts'
import { movedBy } from './moved-words.ts'
import { inOrder, once } from './note-order.ts'
import { keepingNotes, keptNote, leftNote, rewrittenNotes } from './notes.ts'
import type { MapperUse, Plan } from './plan.ts'
import { replacedNotes } from './replaced/replaced.ts'
import { settledEdits } from './settled.ts'

/** What carrying out plans comes to: the files after it, and all that is to be said of them. */
interface CarriedOut extends Pick<Rewrite, 'changes' | 'notes' | 'moved'> {
  readonly edits: readonly Edit[]
  /** What of the tests was understood. */
  readonly told: readonly ts.Node[]
}

interface CarryOptions extends RewriteOptions {
  readonly mayChange: MayChange
}

/** Carries plans out, with all that must change along with the calls: bases, imports, tests, what nobody uses any more. */
export const carryOut = (
  trace: Trace,
  sources: Sources,
  plans: readonly Plan[],
  options: CarryOptions,
): CarriedOut => {
  const done = plans.filter(({ left, kept }) => !left && !kept)
  const own = sources.files.filter(({ fileName }) => !isMapperModule(fileName))
  const tests = moveTests({ ...options, trace, files: own, plans })
  const others = own.filter((file) => !tests.files.has(file))
  const lost = stranded(trace, others, plans, options)
  const moves = movesOf(trace, sources, plans, lost, options)
  const ours = plans.filter((plan) => options.mayChange(...lineOf(plan)))
  const pointed = options.adapter
    ? adapterImports(ours, options.root)
    : { edits: markers(ours.filter((plan) => !isPointed(plan))), notes: [] }
  const pins = movePins({ ...options, trace, files: others, plans })
  const all = [...moves.edits, ...besideImports(pointed.edits, moves.edits), ...tests.edits, ...pins.edits]
  const edits = withUnreadParameters(trace, withoutTwins(withDead(moves.dead, all))).filter(isChange)
  const told = new Set([...pins.nodes, ...tests.told])
  const notes = [
    ...plans.flatMap((plan) => notesOf(trace, plan, options.root)),
    ...[tests, pins, lost].flatMap((one) => one.notes),
    ...hostMentions(others, options.hosts, plans, options.root, told, trace, edits),
    ...lostReads(trace, plans, own, options),
    ...notesOfDone({ trace, plans, done, own, root: options.root }),
    ...pointed.notes,
    ...unreadProblems(trace, done, edits, options.root),
  ]
  const left = plans.filter((plan) => plan.left)
  const modules = moves.modules.map((module) => moduleChange(module, options))
  return {
    changes: changesBy(sources, edits, modules),
    notes: inOrder(
      once(
        [...notes, ...modules.flatMap(({ notes }) => notes)].filter(
          (note) => !isNoteInside(note, moves.dead.gone, options.root),
        ),
      ),
    ),
    moved: movedBy(done, left, options),
    edits,
    told: tests.told,
  }
}

/** The files that edits change, and the generated modules, where they are not as they were. */
const changesBy = (sources: Sources, edits: readonly Edit[], modules: readonly Change[]): Change[] =>
  [...changesOf(sources, edits), ...modules].filter(({ before, after }) => before !== after)

/** The edits of the calls themselves, what they leave behind unused, and the generated modules that they call. */
const movesOf = (
  trace: Trace,
  sources: Sources,
  plans: readonly Plan[],
  lost: Stranded,
  options: CarryOptions,
) => {
  const { mayChange } = options
  const done = plans.filter(({ left, kept }) => !left && !kept)
  const keeping = plans.flatMap(({ keeps }) => keeps ?? [])
  const calls = done.flatMap(({ base, edits }) => [...base, ...edits])
  const kept = keeping.flatMap((one) => one.edits)
  const edits = [...calls, ...kept, ...lost.edits, ...settledEdits(plans, mayChange)]
  const own = [...done, ...keeping, lost].flatMap(({ mappers }) => mappers)
  const uses = [...own, ...lackingUses(trace, sources.files, options)].filter(
    ({ file, mapper }) => !isFromElsewhere(file, mapper.name),
  )
  const modules = modulesFor(uses, sources.files)
  const dead = deadIn(trace, plans, edits, mayChange)
  const spare = spareAdapters(plans).filter((one) => mayChange(one.getSourceFile().fileName))
  const gone = new Set<ts.Node>([...dead.gone, ...spare])
  const imports = modules.flatMap((module) => importsOf(module, uses, gone))
  const borrowed = borrowEdits(
    done.flatMap(({ borrows = [] }) => borrows),
    dead.gone,
  )
  return { edits: [...edits, ...withoutStatements(spare), ...imports, ...borrowed], modules, dead }
}

interface Done {
  readonly trace: Trace
  readonly plans: readonly Plan[]
  /** The plans of the calls that move. */
  readonly done: readonly Plan[]
  /** The files of the program, without what was generated. */
  readonly own: readonly ts.SourceFile[]
  readonly root: string
}

/** What is to be looked at around calls that move. */
const notesOfDone = ({ trace, plans, done, own, root }: Done): Note[] => [
  ...aroundNotes(done, root),
  ...pathsAsked(trace, done, root),
  ...defaultPaths(trace, plans, done, root),
  ...pathsBeside(plans, done, root),
  ...handedOut(trace, done, own, root),
  ...replacedNotes(trace, done, root),
  ...presenceAsked(trace, done, root),
  ...interceptorNotes(done, root),
  ...untoldNotes(trace, plans, done, root),
  ...errorWords(trace, withHanded(trace, filesOfErrors(trace, done, own)), root, callsOf(plans, done)),
  ...thrownWords(trace, done, own, root),
  ...stillHanded(trace, plans, done, root),
]

/** Files around calls that move, and those that read what such calls were refused with: an error's own file. */
const filesOfErrors = (
  trace: Trace,
  done: readonly Plan[],
  own: readonly ts.SourceFile[],
): readonly ts.SourceFile[] => {
  const changed = done.flatMap(({ edits }) => edits.map(({ file }) => file))
  return [...new Set([...filesAround(trace, done, own), ...changed])]
}

const callsOf = (plans: readonly Plan[], done: readonly Plan[]): Calls => {
  const moved = new Set<ts.Node>(done.map(({ site }) => site.top))
  const tops = plans.map(({ site }) => site.top)
  return { moved, staying: new Set(tops.filter((top) => !moved.has(top))) }
}

const notesOf = (trace: Trace, plan: Plan, root: string): Note[] => {
  if (plan.left) return [leftNote(plan, plan.left, root), ...keepingNotes(plan, root)]
  if (!plan.kept) return rewrittenNotes(trace, plan, root)
  const stays = plan.stays ?? [{ name: plan.operation ?? '', why: plan.kept }]
  return stays.map(({ name, why }) => keptNote({ ...plan, operation: name }, why, root))
}

const importsOf = (module: MapperModule, uses: readonly MapperUse[], gone: ReadonlySet<ts.Node>): Edit[] =>
  module.users.flatMap((file) => {
    const names = new Set(uses.filter((one) => one.file === file).map(({ mapper }) => mapper.name))
    return importEdits(file, module, [...names], gone)
  })

/** Of imports that come to stand one below the other, the first needs no blank line behind it. */
const besideImports = (edits: readonly Edit[], others: readonly Edit[]): Edit[] =>
  edits.map((edit) => {
    const isBeside = others.some(
      ({ file, start, text }) => file === edit.file && start === edit.start && /\n\r?\n$/.test(text),
    )
    return isBeside ? { ...edit, text: edit.text.replace(/(\r?\n)\1$/, '$1'), order: -1 } : edit
  })

/** A call held back only by another one gets no comment of its own. */
const isOwn = (rule: string): boolean =>
  !/^codemod\.(shared-base|kept|elsewhere|v1-habit|callers)$/.test(rule)

const markers = (plans: readonly Plan[]): Edit[] =>
  plans.flatMap(({ site, left }) => {
    const edit = left && isOwn(left.rule) ? markerEdit(site.top, left) : undefined
    return edit ? [edit] : []
  })

const changesOf = (sources: Sources, edits: readonly Edit[]): Change[] =>
  [...groupBy(edits, ({ file }) => file)].map(([file, own]) => {
    const before = sources.textOf(file)
    return { path: file.fileName, before, after: applyEdits(before, apart(own)) }
  })
