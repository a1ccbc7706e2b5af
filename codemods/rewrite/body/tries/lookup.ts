import type { ts } from 'ts-morph'
import { Hole, isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import type { FieldRow } from '../../../../mappings/dsl/row.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Asking, askingOf } from '../../asking/asking.ts'
import { allowAwait } from '../../edit/async.ts'
import type { Borrowed } from '../../edit/borrow.ts'
import type { Edit } from '../../edit/edit.ts'
import { isSaidBefore } from '../../edit/said-before.ts'
import { mayHold } from '../held/may-hold.ts'
import type { LookupLack } from './lookup-lacks.ts'
import { lookupName, lookupRows } from './lookup-rows.ts'

/** How a call looks up, before it is made, what v2 wants said. */
export interface Lookup extends Pick<Asking, 'isClient'> {
  readonly rows: readonly FieldRow[]
  /** What v2 is asked with: the API key as it is said at the call, or the client. */
  readonly key: string
  /** What makes room for the `await`. */
  readonly edits: readonly Edit[]
  readonly borrows: readonly Borrowed[]
}

/** The way to look something up at a place; undefined where the key is not at hand, or nothing can be waited for. */
export const lookupAt = (
  trace: Trace,
  site: Site,
  facet: CompiledFacet,
  node: ts.Node,
): Lookup | undefined => {
  const found = lookUp(trace, site, facet, node)
  return typeof found === 'string' ? undefined : found
}

/** What is in the way of looking something up at a place. */
export const lackAt = (trace: Trace, site: Site, facet: CompiledFacet, node: ts.Node): LookupLack => {
  const found = lookUp(trace, site, facet, node)
  return typeof found === 'string' ? found : 'apart'
}

const lookUp = (trace: Trace, site: Site, facet: CompiledFacet, node: ts.Node): Lookup | LookupLack => {
  const rows = lookupRows(facet.plan)
  const edits = rows.length > 0 ? allowAwait(trace.checker, node, promisedBy(site)) : undefined
  if (!edits) return 'unwaited'
  const asking = askingOf(trace, site)
  if (!asking) return 'keyless'
  const { text: key, edits: more, borrows = [], ...by } = asking
  if (!isSaidBefore(trace, key, node, site.top)) return 'early'
  return { rows, key, ...by, edits: [...edits, ...more], borrows }
}

/** The library's own call; node:https gives no promise. */
const promisedBy = ({ sink, top }: Site): ts.Node | undefined =>
  sink.call === top && sink.library !== 'https' ? top : undefined

/** Whether a body may hold a field that is looked up, as far as its type or its text says. */
export const mayAsk = (trace: Trace, node: ts.Expression, { plan }: CompiledFacet): boolean =>
  lookupRows(plan).some(({ old }) => mayHold(trace, node, old))

/** The member name under which a looked-up group is spread. */
export const SPREAD = '...'

/** Replaces what is looked up in a new body by the call that does it; undefined where nothing is. */
export const withLookups = (
  v2: Readonly<Record<string, unknown>>,
  { rows, key }: Lookup,
  textOf: (hole: Hole) => string,
): Record<string, unknown> | undefined => {
  const found = { ...v2 }
  let used = false
  for (const { v2: path, by = '' } of rows) {
    const [group = '', member = ''] = path.split('.')
    const old = found[group] as Readonly<Record<string, unknown>> | undefined
    const hole = old?.[member]
    if (!isHole(hole)) continue
    const call = new Hole(`(await ${lookupName(by)}(${key}, ${textOf(hole)}))`, { origin: hole.origin })
    found[group] = Object.fromEntries(
      Object.entries(old ?? {}).map(([name, one]) => (name === member ? [SPREAD, call] : [name, one])),
    )
    used = true
  }
  return used ? found : undefined
}
