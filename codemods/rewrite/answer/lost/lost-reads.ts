import { basename, dirname } from 'node:path'
import type { ts } from 'ts-morph'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { Resource } from '../../../../mappings/dsl/mapping.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import { escaped } from '../../../project/tree/holding.ts'
import type { Uses } from '../../../sites/answers/uses/uses-walk.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import { bare, nameOf, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { positionOf } from '../../notes.ts'
import type { Plan } from '../../plan.ts'
import type { Loss, LostRead } from '../reads/read-paths.ts'
import { readPathsOf } from '../reads/read-paths.ts'
import { isLaidOver } from './laid-over.ts'
import { type MemberUnsaid, membersUnsaid } from './of-owners.ts'
import { type Calls, callsStaying, isReadOf } from './other-calls.ts'
import { answerWords, isItem, isNamesake, isOwnInput, isOwnObject, objectOf } from './own-input.ts'
import { isOfPageAlone } from './page-data.ts'
import { saysItself } from './says-itself.ts'

/** A member of an old answer that REST v2 does not say, and the row that knows. */
interface Lost extends Loss {
  readonly path: readonly string[]
  /** All members that the one which holds it has in the old answer. */
  readonly beside: ReadonlySet<string>
}

/** What says in which words something is read. */
interface Mapped {
  readonly mapping: Resource
}

const readRows = ({ mapping }: Route) => flatRows(mapping.read.plan.rows)

/** Names that some answer still has: reading them says nothing. */
const toldNames = (routes: readonly Route[]): Set<string> =>
  new Set(
    routes
      .flatMap(readRows)
      .flatMap((row) => (row.kind === 'field' ? [row.old.split('.').at(-1) as string] : [])),
  )

/** A name of several words is the service's own; `template` or `workers` might be anybody's. */
const isDistinct = (name: string): boolean => /[a-z][A-Z]/.test(name)

const lostIn = (route: Route, told: ReadonlySet<string>): Lost[] => {
  const rows = readRows(route)
  const membersOf = (owner: string): Set<string> =>
    new Set(
      rows.flatMap((row) => ('old' in row && row.old.startsWith(owner) ? [row.old.slice(owner.length)] : [])),
    )
  const own = rows.flatMap((row): Lost[] => {
    if ((row.kind !== 'serve' && row.kind !== 'drop') || row.neutral !== undefined) return []
    const path = row.old.split('.')
    const isOurs = path.length > 1 || (isDistinct(row.old) && !told.has(row.old))
    const said = { rule: `${route.mapping.id}.read.${row.old}`, path, why: row.why }
    const beside = membersOf(row.old.slice(0, -(path.at(-1) ?? '').length))
    return isOurs ? [{ ...said, beside, isElsewhere: row.kind === 'serve', isOfSome: false }] : []
  })
  return [...own, ...membersUnsaid(route, rows).map(asLost)]
}

const asLost = ({ beside, ...said }: MemberUnsaid): Lost => ({
  ...said,
  beside,
  isElsewhere: false,
  isOfSome: false,
})

/** The last name of a member that v2 does not say, which is the service's own. */
export interface MemberLost extends Pick<Loss, 'rule' | 'why'> {
  readonly name: string
}

/** The members that answers are without which go out of sight as a whole. */
export const membersLost = (plans: readonly Plan[], routes: readonly Route[]): MemberLost[] => {
  const told = toldNames(routes)
  const out = new Set(plans.flatMap(({ route, answer }) => (route && answer?.goesOut ? [route] : [])))
  const all = [...out].flatMap((route) => lostIn(route, told))
  const named = all.map(({ path, rule, why }) => ({ name: path.at(-1) ?? '', rule, why }))
  return [
    ...new Map(
      named.filter(({ name }) => isDistinct(name) && !told.has(name)).map((one) => [one.name, one]),
    ).values(),
  ]
}

/** The reads among an answer's uses that v2 has no value for, and the questions for such a member: `'machineId' in pod`. */
export const lostOnTheWay = (
  trace: Trace,
  { reads, asked }: Pick<Uses, 'reads' | 'asked'>,
  route: Mapped,
): LostRead[] => {
  const { lossOf } = readPathsOf(route.mapping)
  const sought = asked.map(({ name = '', node }) => ({ node, path: name.split('.') }))
  return [...reads.filter(({ node }) => !saysItself(trace, node)), ...sought].flatMap((read) =>
    lostAt(read, lossOf),
  )
}

/** The reads of what a mapper says in the place of what v2 does not: no call stays for them, and each is listed. */
export const stoodInOnTheWay = (trace: Trace, { reads }: Pick<Uses, 'reads'>, route: Mapped): LostRead[] => {
  const { standInOf } = readPathsOf(route.mapping)
  return reads.filter(({ node }) => !saysItself(trace, node)).flatMap((read) => lostAt(read, standInOf))
}

const lostAt = (
  { node, path }: Pick<LostRead, 'node' | 'path'>,
  lossOf: (path: readonly string[]) => Loss | undefined,
): LostRead[] => {
  const loss = lossOf(path)
  return loss ? [{ ...loss, node, path }] : []
}

/**
 * Places that read of an answer what REST v2 does not say: the value is undefined once its call has moved. Where an
 * answer gets out of sight, names that are the service's own tell, in the files that may hold it: near the call, or where it
 * goes on as a whole, anywhere.
 */
export const lostReads = (
  trace: Trace,
  plans: readonly Plan[],
  files: readonly ts.SourceFile[],
  { routes, root }: { readonly routes: readonly Route[]; readonly root: string },
): Note[] => {
  const done = plans.filter(({ left, kept }) => !left && !kept)
  const followed = done.flatMap(({ answer, lost = [] }) => [...(answer?.lost ?? []), ...lost])
  const seen = new Set(followed.map(({ node }) => node))
  const notes = followed.map((one): Note => ({ ...noteOf(one.node, one, root), confidence: 'high' }))
  const moved = done.filter(({ route }) => route && route.answer !== 'none')
  const told = toldNames(routes)
  const all = [...new Set(moved.map(({ route }) => route as Route))].flatMap((route) => lostIn(route, told))
  const lost = [...new Map(all.map((one) => [`${one.rule} ${one.path}`, one])).values()]
  if (lost.length === 0) return notes
  const others = callsStaying(plans)
  const isElsewhere = saidElsewhere(trace, lost, routes, others)
  const isOwn = isOfPageAlone(
    trace,
    moved.map(({ site }) => site.top),
  )
  const isTold = (node: ts.Node, one: Lost): boolean => {
    if (seen.has(node) || isElsewhere(node, one)) return true
    const object = objectOf(node)
    return object !== undefined && isOwn(object)
  }
  const near = new Set(filesNear(trace, callsNear(moved), files))
  const far = others.here.size > 0 ? [] : lost.filter((one) => isTellingFar(one) && goesOut(moved, one))
  return [
    ...notes,
    ...[...near].flatMap((file) => notesIn(trace, file, lost, root, isTold)),
    ...files
      .filter((file) => !near.has(file))
      .flatMap((file) =>
        notesIn(trace, file, far, root, (node, one) => isTold(node, one) || !isOfMember(node)),
      ),
  ]
}

/** Whether a name is read of what a call that stays gives, or of what the program itself has under it. */
const saidElsewhere = (
  trace: Trace,
  lost: readonly Lost[],
  routes: readonly Route[],
  others: Calls,
): ((node: ts.Node, one: Lost) => boolean) => {
  const words = answerWords(routes, new Set(lost.map(({ path: [first = ''] }) => first)))
  return (node, { path, beside }) =>
    isReadOf(trace, node, others) ||
    // A member of the answer itself stands beside what else that answer says.
    isOwnInput(trace, node, path.length > 1 ? words : new Set([...words].filter((one) => beside.has(one))))
}

/** `pod.gpu.displayName`, and not `gpu.displayName`, which may be a GPU type's. */
const isOfMember = (node: ts.Node): boolean =>
  compiler.isPropertyAccessExpression(node) && compiler.isPropertyAccessExpression(bare(node.expression))

/** `machine.gpuDisplayName`: told apart wherever it is read, also behind an address of the program's own. */
const isTellingFar = ({ path }: Lost): boolean => path.length > 1 && isDistinct(path.at(-1) as string)

const goesOut = (moved: readonly Plan[], { rule }: Lost): boolean =>
  moved.some(({ route, answer }) => answer?.goesOut && route && rule.startsWith(`${route.mapping.id}.`))

/** Files that make some calls, and those that import them, or have something of them by a package or another file. */
export const filesAround = (
  trace: Trace,
  plans: readonly Plan[],
  files: readonly ts.SourceFile[],
): readonly ts.SourceFile[] =>
  filesNear(
    trace,
    plans.map(({ site }) => site.top),
    files,
  )

/** The calls, and those by which the program asks for their answers itself and that could not be followed. */
const callsNear = (plans: readonly Plan[]): readonly ts.Node[] =>
  plans.flatMap(({ site, answer }) => [site.top, ...(answer?.unfollowed ?? [])])

const filesNear = (
  trace: Trace,
  calls: readonly ts.Node[],
  files: readonly ts.SourceFile[],
): readonly ts.SourceFile[] => {
  const own = new Set(calls.map((call) => call.getSourceFile()))
  if (own.size === 0) return []
  const names = new Set([...own].map(({ fileName }) => moduleName(fileName)))
  const imported = new RegExp(`/(?:${[...names].map(escaped).join('|')})['".]`)
  return files.filter((file) => own.has(file) || imported.test(file.text) || hasOf(trace, file, own))
}

/** What an import of a file ends in: its name, or its directory's. */
const moduleName = (path: string): string => {
  const stem = basename(path).replace(/\.[cm]?[jt]sx?$/, '')
  return stem === 'index' ? basename(dirname(path)) : stem
}

const hasOf = (trace: Trace, file: ts.SourceFile, own: ReadonlySet<ts.SourceFile>): boolean =>
  file.statements.filter(compiler.isImportDeclaration).some(({ importClause: clause }) => {
    const bindings = clause?.namedBindings
    const named = bindings && compiler.isNamedImports(bindings) ? bindings.elements : [bindings]
    return [clause, ...named].some((one) => {
      const [declared] = (one?.name && symbolBehind(trace, one.name)?.declarations) ?? []
      return declared !== undefined && own.has(declared.getSourceFile())
    })
  })

const notesIn = (
  trace: Trace,
  file: ts.SourceFile,
  lost: readonly Lost[],
  root: string,
  isTold: (node: ts.Node, lost: Lost) => boolean,
): Note[] => {
  const notes: Note[] = []
  if (lost.length === 0) return notes
  walk(file, (node) => {
    const found = lost.find(({ path }) => reads(node, path))
    if (found && !isTold(node, found) && !saysItself(trace, node) && !isElsewhere(trace, node, found))
      notes.push(noteOf(node, found, root))
    return undefined
  })
  return notes
}

/** Whether something else than an answer has the member. */
const isElsewhere = (trace: Trace, node: ts.Node, { path, beside }: Lost): boolean =>
  isOwnObject(trace, node, path.at(-1) ?? '') ||
  (path.length === 1 && isLaidOver(trace, node, path[0] ?? '')) ||
  (path.length > 1 && (isNamesake(trace, node, beside) || isItem(trace, node)))

const noteOf = (
  node: ts.Node,
  { rule, path, why, isElsewhere }: Omit<LostRead, 'node'>,
  root: string,
): Note => ({
  ...positionOf(node, root),
  rule,
  class: 'follow-up',
  fix: `do without ${path.join('.')}${isElsewhere ? ', or ask v2 for it with a call of its own' : ''}`,
  confidence: 'medium',
  why: `${path.join('.')} is read here: ${why}`,
})

/** `x.gpu?.displayName` reads gpu.displayName; so does `const { displayName } = x.gpu`. */
const reads = (node: ts.Node, path: readonly string[]): boolean => {
  const name = path.at(-1)
  if (compiler.isPropertyAccessExpression(node))
    return node.name.text === name && endsWith(node.expression, path.slice(0, -1))
  if (!compiler.isBindingElement(node) || !compiler.isObjectBindingPattern(node.parent)) return false
  if (nameOf(node.propertyName ?? node.name) !== name) return false
  const owner = node.parent.parent
  if (path.length === 1) return true
  // `const { machine: { gpuDisplayName } } = pod`
  if (compiler.isBindingElement(owner)) return nameOf(owner.propertyName ?? owner.name) === path.at(-2)
  return (
    compiler.isVariableDeclaration(owner) &&
    owner.initializer !== undefined &&
    endsWith(owner.initializer, path.slice(0, -1))
  )
}

const endsWith = (node: ts.Expression, path: readonly string[]): boolean => {
  const name = path.at(-1)
  if (name === undefined) return true
  const inner = bare(node)
  if (compiler.isIdentifier(inner)) return path.length === 1 && inner.text === name
  if (!compiler.isPropertyAccessExpression(inner) || inner.name.text !== name) return false
  return endsWith(inner.expression, path.slice(0, -1))
}
