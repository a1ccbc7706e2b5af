import type { ts } from 'ts-morph'
import { groupBy } from '../../mappings/dsl/group-by.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import { movePins } from '../beside/pins.ts'
import { withoutTestServers } from '../beside/test-servers.ts'
import { moveTests } from '../beside/tests.ts'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { kindOf, type Sources, syntaxError } from '../project/program.ts'
import type { Trace } from '../sites/program/source.ts'
import { type Site, sitesIn } from '../sites/sites.ts'
import type { Hosts } from '../sites/texts/locate.ts'
import { createTrace, type InSight } from '../sites/values/trace.ts'
import { adapterImports } from './adapter.ts'
import { moveBase } from './address/address.ts'
import { elsewhere } from './address/elsewhere.ts'
import { keepBase } from './address/keep-base.ts'
import { pathsAsked } from './address/path-asked.ts'
import { stranded } from './address/stranded.ts'
import { withoutTwins } from './address/type-twins.ts'
import { settleAnswers } from './answer/choose-answers.ts'
import { errorWords } from './answer/error-words.ts'
import { handOvers } from './answer/hand-overs.ts'
import { filesAround, lostReads } from './answer/lost-reads.ts'
import { unreadProblems } from './answer/problem-notes.ts'
import { untoldNotes } from './answer/untold.ts'
import { callerRefusals } from './body/caller-refusals.ts'
import { joinBranches } from './branches.ts'
import { deadIn, isNoteInside, withDead } from './dead/dead-in.ts'
import { type Ranges, rangesOf } from './dead/heard.ts'
import { withUnreadParameters } from './dead/unread-parameters.ts'
import { apart } from './edit/apart.ts'
import { borrowEdits } from './edit/borrow.ts'
import { applyEdits, type Edit } from './edit/edit.ts'
import { fitted } from './fit/fitted.ts'
import { planGraphql } from './graphql/graphql.ts'
import { aroundNotes } from './graphql/graphql-around.ts'
import { keysBeside } from './graphql/graphql-key.ts'
import { settleHanded } from './graphql/handed/settle-handed.ts'
import { thrownWords } from './graphql/thrown-words.ts'
import { planHabit } from './habit.ts'
import { keptMappers } from './mapper/kept-mappers.ts'
import { printModule } from './mapper/mapper-module.ts'
import { importEdit, isMapperModule, type MapperModule, modulesFor } from './mapper/module.ts'
import { markerEdit } from './marker.ts'
import { heldBack, keptWithin, lineOf, type MayChange, stay } from './may-change.ts'
import { hostMentions } from './mentions.ts'
import { misfitsOf } from './misfits.ts'
import { type MovedBefore, movedBefore } from './moved-before.ts'
import { type Moved, movedBy } from './moved-words.ts'
import { inOrder, once } from './note-order.ts'
import { crashNote, keepingNotes, keptNote, leftNote, rewrittenNotes } from './notes.ts'
import type { MapperUse, Plan } from './plan.ts'
import { reasons } from './reason.ts'
import { refitted } from './refit.ts'
import { planRest } from './rest.ts'
import { oncePerCall } from './same-call.ts'
import type { KeepBase } from './settle.ts'
import { type ClientOf, clientsOf } from './unknown-client.ts'
import { heldByUnread, type UnreadCall } from './unread-callers.ts'

/** A file's text before and after. */
export interface Change {
  readonly path: string
  /** Undefined for a file that did not exist. */
  readonly before: string | undefined
  readonly after: string
}

/** What a rewrite gives: nothing is written yet. */
export interface Rewrite {
  readonly changes: readonly Change[]
  readonly notes: readonly Note[]
  readonly moved: Moved
  /** Where the calls that were understood stand, with all that they are made of, by file. */
  readonly heard: Ranges
  /** The client of which nothing is known that what stands at a place of a file goes to. */
  readonly clientOf: ClientOf
}

/** What a rewrite is told. */
export interface RewriteOptions {
  readonly routes: readonly Route[]
  readonly hosts: Hosts
  /** Directory that paths in notes are relative to. */
  readonly root: string
  /** Whether a file may be changed; the others are only read. */
  readonly mayChange?: MayChange
  /** Whether every file that may use what a file exports under a name is among the sources. */
  readonly inSight?: InSight
  /** Calls that are made through modules of the program by files that were not read. */
  readonly unread?: readonly UnreadCall[]
  /** Point what stays at the in-process adapter instead of marking it. */
  readonly adapter?: boolean
  /** The text of a mapper module that is there from an earlier run. */
  readonly read?: (path: string) => string | undefined
}

/** Rewrites the legacy calls of a program. */
export const rewrite = (sources: Sources, options: RewriteOptions): Rewrite => {
  const trace = createTrace(sources.checker, sources.files, options.inSight)
  const unkept = new Set<Site>()
  const keep: KeepBase = (plan) =>
    plan.isHeld || unkept.has(plan.site)
      ? undefined
      : keptWithin(keepBase(trace, plan), plan, options.mayChange)
  const crashes: Note[] = []
  const sites = allSites(trace, sources, options, crashes)
  const before = movedBefore(sites, sources.files, options.root)
  let held = heldByUnread(planAll(trace, sites, options), options.unread ?? [], options.root)
  const spoilt = new Set<string>()
  for (;;) {
    const plans = settleAnswers(held, options.root, keep)
    const { edits, told, ...result } = carryOut(trace, sources, plans, {
      ...options,
      mayChange: unlessSpoilt(options, spoilt),
    })
    const broken = result.changes.filter(({ path, after }) => !parses(path, after)).map(({ path }) => path)
    if (broken.length === 0) {
      const fitting = refitted(held, plans, misfitsOf(sources, result.changes, edits, plans), unkept)
      if (!fitting) {
        const changes = fitted(sources, result.changes, edits)
        const heard = rangesOf(trace, plans, told)
        return withBefore({ ...result, changes, heard, clientOf: clientsOf(trace) }, before, crashes)
      }
      held = fitting
      continue
    }
    // A change that does not parse would be our own mistake: nothing of it may reach the user's files.
    for (const path of broken) spoilt.add(path)
    held = held.map((plan, index) =>
      touches(plans[index] ?? plan, spoilt) ? stay(plan, reasons.spoilt()) : plan,
    )
  }
}

const unlessSpoilt =
  ({ mayChange }: RewriteOptions, spoilt: ReadonlySet<string>): MayChange =>
  (path, line) =>
    !spoilt.has(path) && (mayChange?.(path, line) ?? true)

const parses = (path: string, text: string): boolean =>
  syntaxError(compiler.createSourceFile(path, text, compiler.ScriptTarget.ESNext, false, kindOf(path))) ===
  undefined

/** A module that does not parse is an edit of everybody who calls it. */
const touches = ({ base, edits, mappers, left }: Plan, paths: ReadonlySet<string>): boolean =>
  !left &&
  ([...base, ...edits].some(({ file }) => paths.has(file.fileName)) ||
    (mappers.length > 0 && [...paths].some(isMapperModule)))

const carryOut = (
  trace: Trace,
  sources: Sources,
  plans: readonly Plan[],
  options: RewriteOptions & { readonly mayChange: MayChange },
): Omit<Rewrite, 'heard' | 'clientOf'> & {
  readonly edits: readonly Edit[]
  readonly told: readonly ts.Node[]
} => {
  const done = plans.filter(({ left, kept }) => !left && !kept)
  const edits = done.flatMap(({ base, edits }) => [...base, ...edits])
  const keeping = plans.flatMap(({ keeps }) => keeps ?? [])
  edits.push(...keeping.flatMap((one) => one.edits))
  const own = sources.files.filter(({ fileName }) => !isMapperModule(fileName))
  const tests = moveTests({ ...options, trace, files: own, plans })
  const others = own.filter((file) => !tests.files.has(file))
  const lost = stranded(trace, others, plans, options)
  edits.push(...lost.edits)
  const uses = [...done, ...keeping].flatMap(({ mappers }) => mappers)
  const modules = modulesFor(uses, sources.files)
  const dead = deadIn(trace, plans, edits, options.mayChange)
  for (const module of modules) edits.push(...importsOf(module, uses, dead.gone))
  edits.push(
    ...borrowEdits(
      done.flatMap(({ borrows = [] }) => borrows),
      dead.gone,
    ),
  )
  const ours = plans.filter((plan) => options.mayChange(...lineOf(plan)))
  const pointed = options.adapter ? adapterImports(ours, options.root) : { edits: markers(ours), notes: [] }
  edits.push(...pointed.edits)
  const pins = movePins({ ...options, trace, files: others, plans })
  edits.push(...tests.edits, ...pins.edits)
  const kept = withUnreadParameters(trace, withoutTwins(withDead(dead, edits)))
  const notes = [
    ...plans.flatMap((plan) => notesOf(plan, options.root)),
    ...tests.notes,
    ...pins.notes,
    ...lost.notes,
  ]
  notes.push(...hostMentions(others, options.hosts, plans, options.root, pins.nodes, trace))
  notes.push(...lostReads(trace, plans, own, options), ...aroundNotes(done, options.root))
  notes.push(
    ...pathsAsked(trace, done, options.root),
    ...untoldNotes(trace, plans, done, options.root),
    ...pointed.notes,
  )
  notes.push(
    ...errorWords(trace, filesAround(done, own), options.root),
    ...thrownWords(done, own, options.root),
  )
  notes.push(...unreadProblems(trace, done, kept, options.root))
  const changes = [...changesOf(sources, kept), ...modules.map((module) => generated(module, options))]
  return {
    changes: changes.filter(({ before, after }) => before !== after),
    notes: inOrder(once(notes.filter((note) => !isNoteInside(note, dead.gone, options.root)))),
    moved: movedBy(done, options.hosts),
    edits: kept,
    told: tests.told,
  }
}

const notesOf = (plan: Plan, root: string): Note[] => {
  if (plan.left) return [leftNote(plan, plan.left, root), ...keepingNotes(plan, root)]
  return plan.kept ? [keptNote(plan, plan.kept, root)] : rewrittenNotes(plan, root)
}

const importsOf = (module: MapperModule, uses: readonly MapperUse[], gone: ReadonlySet<ts.Node>): Edit[] =>
  module.users.map((file) => {
    const names = new Set(uses.filter((one) => one.file === file).map(({ mapper }) => mapper.name))
    return importEdit(file, module, [...names], gone)
  })

const generated = (module: MapperModule, { read, routes }: RewriteOptions): Change => {
  const before = read?.(module.path)
  const mappers = [...keptMappers(before, routes), ...module.mappers]
  return {
    path: module.path,
    before,
    after: printModule(mappers, module.dialect, module.style, module.isChecked),
  }
}

/** What an earlier run left to be done is said once, with what this one leaves. */
const withBefore = (result: Rewrite, before: MovedBefore, crashes: readonly Note[]): Rewrite => ({
  ...result,
  notes: inOrder([...once([...result.notes, ...before.notes]), ...crashes]),
  moved: { ...result.moved, variables: new Set([...result.moved.variables, ...before.variables]) },
})

const allSites = (
  trace: Trace,
  sources: Sources,
  { hosts, routes, root }: RewriteOptions,
  crashes: Note[],
): Site[] => {
  const crashed = (node: ts.Node, error: unknown): void => void crashes.push(crashNote(node, error, root))
  return sources.files
    .filter(({ fileName }) => !isMapperModule(fileName))
    .flatMap((file) => sitesIn(trace, file, { hosts, routes }, crashed))
    .map((site) => withoutTestServers(site, root))
}

const planAll = (
  trace: Trace,
  sites: readonly Site[],
  { routes, mayChange, root }: RewriteOptions,
): Plan[] => {
  const beside = keysBeside(trace, sites)
  const planOf = (site: Site): Plan | undefined =>
    planRest({ trace, routes }, site) ?? planGraphql(trace, site, beside) ?? planHabit(trace, site, routes)
  const planned = sites.map((site): Plan[] => {
    try {
      const plan = trace.assuming(site.branch, () => planOf(site))
      return plan ? [plan, ...callerRefusals(trace, plan)] : []
    } catch (error) {
      // Nothing may move its base from under it.
      const base = site.located.flatMap(moveBase)
      return [{ site, base, edits: [], mappers: [], findings: [], left: reasons.crashed(error) }]
    }
  })
  const goesElsewhere = elsewhere(trace, sites)
  const plans = oncePerCall(settleHanded(trace, joinBranches(sites, planned)))
  const own = plans.map((plan) =>
    !plan.left && plan.route && goesElsewhere(plan.site) ? stay(plan, reasons.severalHosts()) : plan,
  )
  const all = [...own, ...handOvers(trace, own, root)]
  return mayChange ? all.map((plan) => heldBack(plan, mayChange)) : all
}

/** A call held back only by another one gets no comment of its own. */
const isOwn = (rule: string): boolean => !/^codemod\.(shared-base|kept|elsewhere|v1-habit)$/.test(rule)

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
