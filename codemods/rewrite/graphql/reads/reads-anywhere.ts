import type { ts } from 'ts-morph'
import { restCalls } from '../../../../mappings/graphql/calls.ts'
import { compiler } from '../../../project/compiler.ts'
import { usesOf } from '../../../sites/answers/uses/uses.ts'
import type { MemberKind } from '../../../sites/answers/uses/uses-walk.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { kindWithin, startWithin } from '../../../sites/served/held-within.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { decidesDeeds } from '../../answer/lost/decides-deeds.ts'
import { anywhere, onwardFrom } from '../../answer/reads/found-anywhere.ts'
import type { Asked, Selected } from '../document/graphql-document.ts'
import { dataHeld } from './selection-unread.ts'

/** A place that reads a field of an answer. */
export interface FieldRead {
  /** The field, by its names from the one that was asked for on. */
  readonly at: string
  readonly node: ts.Node
}

/**
 * Where the program reads what it was answered under a field, also out of sight of the call: its own pages, by a route that
 * answers with it, components, listeners, readers of a store.
 */
export const readsAnywhere = (trace: Trace, site: Site, asked: Asked): readonly FieldRead[] => {
  const held = dataHeld(trace, site)
  if (!held || !asked.selected) return []
  const kind = restCalls[asked.name]?.answer === 'list' ? 'list' : 'item'
  const isOwn = asked.name.startsWith('myself.')
  const within = [...held.before, ...(isOwn ? ['myself'] : []), asked.key]
  const { reads } = usesOf(
    trace,
    held,
    startWithin(within, kind),
    kindWithin(kindIn(asked.selected), within, kind),
    undefined,
    anywhere(),
    onwardFrom(trace, site.top),
  )
  trace.from(site.top)
  return reads.flatMap(({ path, node }) => {
    const at = namesAt(asked.selected ?? [], path)
    return at ? [{ at: at.join('.'), node }] : []
  })
}

const kindIn =
  (selected: readonly Selected[]): MemberKind =>
  (path) => {
    const one = selectedAt(selected, path).at(-1)
    if (one) return one.inner.length > 0 ? 'inner' : 'leaf'
    return undefined
  }

/** The names that are asked for under a path of keys. */
const namesAt = (selected: readonly Selected[], path: readonly string[]): readonly string[] | undefined => {
  const found = selectedAt(selected, path)
  return found.length === path.length ? found.map(({ name }) => name) : undefined
}

/** What is asked for under each key of a path; nothing where one of them is not asked for. */
const selectedAt = (
  selected: readonly Selected[],
  [first, ...rest]: readonly string[],
): readonly Selected[] => {
  const own = selected.filter(({ key }) => key === first)
  const [one] = own
  if (!one || rest.length === 0) return one ? [one] : []
  const below = selectedAt(
    own.flatMap(({ inner }) => inner),
    rest,
  )
  return below.length > 0 ? [one, ...below] : []
}

/** Whether it hangs on what is read there what the program does. */
export const decidesAt = (trace: Trace, node: ts.Node): boolean => {
  if (!compiler.isBindingElement(node)) return decidesDeeds(trace, node as ts.Expression)
  return (
    compiler.isIdentifier(node.name) && referencesOf(trace, node.name).some((use) => decidesDeeds(trace, use))
  )
}
