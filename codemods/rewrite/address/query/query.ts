import { type BehaviourName, type RouteBehaviourName, unserved } from '../../../../mappings/dsl/behaviour.ts'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows, isFilter } from '../../../../mappings/dsl/flat-rows.ts'
import { has, ruleOf } from '../../../../mappings/dsl/plan.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import type { ServeRow } from '../../../../mappings/dsl/row.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import { keyText, type Style, styleOf, valueText } from '../../mapper/helpers/style.ts'
import { type Reason, reasons } from '../../reason.ts'
import { type Agreed, agreed, both } from './query-agreed.ts'
import { lateIn } from './query-late.ts'
import { decideNames } from './query-names.ts'
import type { Said } from './query-parts.ts'
import { saidQueries } from './query-said.ts'

/** What is to be done about the query of a call. */
export interface QueryPart {
  readonly edits: readonly Edit[]
  readonly findings: readonly Finding[]
  /** The filters v1 applied itself, as an expression that may be handed to the list's mapper. */
  readonly where?: string
  /** What v1 did on its own server, and was asked to do as v2 does it by itself (`grouping=podId`). */
  readonly settled?: readonly BehaviourName[]
  /** What v1 was asked to list as well, as an expression that says all of it, and why the call stays where nothing adds it. */
  readonly sources?: Sources
  /** What v1 was asked to say of each item as well, and v2 says where it is asked for it. */
  readonly crews?: Crews
}

/** Items that v1 completed on request. */
export interface Crews {
  /** The parameters that ask for it, as an expression, where that hangs on them. */
  readonly where?: string
  /** The members that it completes. */
  readonly members: readonly string[]
  /** What is said where nobody asks v2 for it. */
  readonly lost: Finding
}

interface Sources {
  readonly where: string
  readonly otherwise: Reason
  /** What v1 said of the items that are added, and nobody says now. */
  readonly unmarked: readonly Finding[]
}

const NOTHING: QueryPart = { edits: [], findings: [] }

/** Decides what becomes of a query: v2 lists everything and expands nothing. */
export const queryOf = (
  trace: Trace,
  site: Site,
  located: readonly Located[],
  route: Route,
): QueryPart | Reason => {
  const { addresses, options } = saidQueries(trace, site, located)
  const told = [...addresses, options].filter((one) => one !== undefined)
  // What v1 took no notice of, v2 takes none of either
  const isHeeded = route.mapping.query !== undefined
  if (told.some((one) => one === 'hidden')) return isHeeded ? unread(route) : NOTHING
  const all = told
    .filter((one) => one !== 'hidden')
    .filter(({ given, whole, open }) => given.size > 0 || whole || open)
  if (all.length === 0 || (!isHeeded && all.some(({ open }) => open))) return NOTHING
  const one = agreed(
    trace,
    site,
    addresses.filter((said) => said !== 'hidden'),
  )
  const whole = options && options !== 'hidden' ? both(one, options) : one
  // A choice between a query and none would be one between two texts that are the same: v2 takes no notice of it.
  const said = one?.chosen ? all.map((each) => ({ ...each, edits: [] })) : all
  const decided = decide(said, whole, route, styleOf(site.top.getSourceFile()))
  const late = whole && !('rule' in decided) && lateOf(trace, site, whole, decided)
  return late ? reasons.lateQuery(late) : decided
}

/** Why a call stays of whose query nobody can tell what it asks for. */
const unread = (route: Route): Reason =>
  route.answer === 'list' && rowsOf(route).some(isFilter)
    ? reasons.dynamicQuery()
    : reasons.openQuery(lostBy(route))

/** Whether a helper says some of a query. */
const isApart = ({ given }: Said): boolean => [...given.values()].some((one) => one.isApart)

/** The same where a helper says what it asks for. */
const unreadApart = (route: Route, names: readonly string[]): Reason =>
  route.answer === 'list' && rowsOf(route).some(isFilter)
    ? reasons.dynamicQuery()
    : reasons.helperQuery(names)

/** What the filters say that may be something else when the list has come. */
const lateOf = (
  trace: Trace,
  site: Site,
  said: Agreed,
  { where, sources }: QueryPart,
): string | undefined => {
  const text = where ?? sources?.where
  const stays = said.chosen === true
  const isWhole = said.whole !== undefined
  return text ? lateIn(trace, site, { text, names: said.given.keys(), isWhole, stays }) : undefined
}

const rowsOf = (route: Route): ServeRow[] =>
  flatRows(route.mapping.query?.plan.rows ?? []).filter((row): row is ServeRow => row.kind === 'serve')

/** The parameters of v1 that v2 does not take; what does not list anything filters nothing. */
export const lostBy = (route: Route): string[] =>
  flatRows(route.mapping.query?.plan.rows ?? []).flatMap((row) => {
    const isLost = row.kind === 'serve' || row.kind === 'drop' || row.kind === 'refuse'
    return isLost && (route.answer === 'list' || !isFilter(row)) ? [row.old] : []
  })

/** What a call asks for, beside what the rows know of it. */
interface Query {
  readonly said: readonly Said[]
  /** The same as one, where all that is said may be. */
  readonly one: Agreed | undefined
  readonly route: Route
  readonly style: Style
  readonly rows: readonly ServeRow[]
  /** Those that change what is listed, and do not only add fields to it. */
  readonly changing: readonly ServeRow[]
  readonly names: ReadonlySet<string>
  readonly isOpen: boolean
}

const decide = (
  said: readonly Said[],
  one: Agreed | undefined,
  route: Route,
  style: Style,
): QueryPart | Reason => {
  const rows = rowsOf(route)
  const names = new Set(said.flatMap(({ given }) => [...given.keys()]))
  const isOpen = said.some(({ open }) => open)
  const own = decideNames(said, route)
  if ('rule' in own) return own
  const taken = [...names].filter((name) => own.taken.has(name))
  if (!isOpen && names.size > 0 && taken.length === names.size) return { edits: own.edits, findings: [] }
  if (said.some(isApart))
    return unreadApart(
      route,
      [...names].filter((name) => !own.taken.has(name)),
    )
  // What v2 takes as well must not go with what only v1 took; what neither takes does no harm beside it.
  const edits = taken.length > 0 ? [...own.edits, ...own.dropped] : said.flatMap((one) => one.edits)
  if (isOpen && rows.length === 0) return reasons.openQuery(lostBy(route))
  const changing = rows.filter((row) => changesList(route, row))
  const query: Query = { said, one, route, style, rows, changing, names, isOpen }
  const otherwise = listedOtherwise(query)
  if (otherwise) {
    const sources = sourcesOf(query, otherwise)
    return sources ? { edits, findings: own.findings, sources } : otherwise
  }
  const where = filtersOf(query)
  if (where === undefined) return reasons.dynamicQuery()
  const crews = crewsOf(query)
  const { findings, settled } = besideList(query, crews?.lost)
  return {
    edits,
    findings: [...own.findings, ...findings],
    settled,
    ...(where ? { where } : {}),
    ...(crews ? { crews } : {}),
  }
}

/** Why the call stays where something else would be listed. */
const listedOtherwise = ({ said, route, changing, isOpen }: Query): Reason | undefined => {
  const changed = changing.find((row) => isLost(row, said))
  if (changed) return unasked(route, changed)
  if (!isOpen || changing.length === 0) return undefined
  return unread(route)
}

/** What was asked to be listed as well; undefined where that is not all that changes the list, or cannot be said. */
const sourcesOf = ({ one, route, style, rows, changing }: Query, otherwise: Reason): Sources | undefined => {
  const where = changing.every(isSource) ? whereText(one, rows.filter(isSource), style) : undefined
  return where ? { where, otherwise, unmarked: unmarked(route, changing) } : undefined
}

/** The filters that the list's mapper is told; empty text where there are none, undefined where they cannot be said. */
const filtersOf = ({ one, route, style, rows, names, isOpen }: Query): string | undefined => {
  const filters = rows.filter(isFilter)
  const isFiltered = filters.length > 0 && (isOpen || filters.some(({ old }) => names.has(old)))
  return route.answer === 'list' && isFiltered ? whereText(one, filters, style) : ''
}

/** What was asked for beside the list itself: what is lost of it, and what v2 does by itself. */
const besideList = ({ said, route, rows, changing, names, isOpen }: Query, apart?: Finding) => {
  const extras = rows.filter((row) => !isFilter(row) && !changing.includes(row))
  const held = extras.filter((row) => isHeldAlready(route, row) && isAskedFor(row, said))
  const named = extras.filter((row) => isLost(row, said) && !held.includes(row))
  const others = isOpen ? extras.filter(({ old }) => !names.has(old)) : []
  const plain = changing.filter((row) => !isSource(row) && said.every(({ given }) => given.has(row.old)))
  return {
    findings: [
      ...named.map((row) => lost(route, row)).filter(({ rule }) => rule !== apart?.rule),
      ...(others.length > 0 ? [lostAtRunTime(route, others)] : []),
    ],
    settled: [...plain, ...held].map(({ by }) => by),
  }
}

/** What is to be asked of v2 item by item; undefined where nobody can say whether it is wanted. */
const crewsOf = ({ said, one, route, style, rows, isOpen }: Query): Crews | undefined => {
  const row = rows.find(({ by }) => by === 'expandWorkers')
  if (!row?.with || isOpen || !isLost(row, said)) return undefined
  const known = { members: row.with, lost: lost(route, row) }
  // What is set on a condition is named, too; a plain object says all that it holds.
  const isPlain = !one?.whole || /^\{(?!.*\.\.\.)/s.test(one.whole)
  if (isPlain && isAskedFor(row, said)) return known
  const where = whereText(one, [row], style)
  return where ? { ...known, where } : undefined
}

/** Whether a parameter asks for what v2 has in its catalog. */
const isSource = ({ by }: ServeRow): boolean => by === 'templateSources'

const unasked = ({ mapping }: Route, { old, why, by }: ServeRow): Reason => ({
  rule: `${mapping.id}.query.${old}`,
  why: `${old}: ${why}`,
  fix: unserved[by as RouteBehaviourName]?.fix ?? 'ask v2 for it with a call of its own',
})

/** What v1 said of the items of a source, and nobody says of those that are added. */
const unmarked = (route: Route, asked: readonly ServeRow[]): Finding[] => {
  const { id, read } = route.mapping
  const sources = new Set(asked.flatMap((row) => row.with ?? []))
  return flatRows(read.plan.rows).flatMap((row): Finding[] =>
    row.kind === 'serve' && isSource(row) && row.with?.some((one) => sources.has(one))
      ? [{ code: 'LOSSY', rule: ruleOf({ id, facet: 'read' }, row.old), at: row.old, why: row.why }]
      : [],
  )
}

/** Whether a call asks for something: by name, and not for what v2 gives by itself. */
const isLost = ({ old, by, with: told }: ServeRow, said: readonly Said[]): boolean => {
  const plain = by === 'billingGroups' ? told?.[1] : 'false'
  return said.some(
    ({ given }) => given.has(old) && (plain === undefined || given.get(old)?.literal !== plain),
  )
}

/** Whether a parameter asks for what v2's list holds beside v1's, asked or not. */
const isHeldAlready = (route: Route, row: ServeRow): boolean =>
  row.with === undefined && row.by === route.besides?.by

/** Whether a call asks for something outright, whatever way it takes. */
const isAskedFor = ({ old }: ServeRow, said: readonly Said[]): boolean =>
  said.length > 0 && said.every(({ given }) => given.get(old)?.literal === 'true')

/** Whether a parameter changes what is listed, and does not only add fields to it. */
const changesList = (route: Route, row: ServeRow): boolean => {
  if (route.answer !== 'list' || row.by === 'listFilters') return false
  const isShown = (name: string): boolean => has(route.mapping.read.plan.old, name)
  return row.by === 'billingGroups' || (row.with !== undefined && !row.with.every(isShown))
}

const lost = (route: Route, row: ServeRow): Finding => ({
  code: 'DROPPED',
  rule: ruleOf({ id: route.mapping.id, facet: 'query' }, row.old),
  at: row.old,
  why: row.why,
})

/** What a query of which nobody can tell what it says may ask for. */
const lostAtRunTime = ({ mapping }: Route, rows: readonly ServeRow[]): Finding => ({
  code: 'DROPPED',
  rule: ruleOf({ id: mapping.id, facet: 'query' }, (rows[0] as ServeRow).old),
  at: rows.map(({ old }) => old).join(', '),
  why: 'where the query asks for one of these when the program runs, v2 takes no notice; ask v2 for it with a call of its own',
})

/** The filters as one expression; empty text where there are none, undefined where they cannot be said as one. */
const whereText = (
  said: Agreed | undefined,
  filters: readonly ServeRow[],
  style: Style,
): string | undefined => {
  if (!said || said.whole !== undefined) return said?.whole
  const own = [...said.given].filter(([name]) => filters.some(({ old }) => old === name))
  const texts = own.map(([name, { text, literal }]) => {
    const value = literal === undefined ? text : valueText(literal, style)
    return value === name ? name : `${keyText(name, style)}: ${value}`
  })
  return texts.length === 0 ? '' : `{ ${texts.join(', ')} }`
}
