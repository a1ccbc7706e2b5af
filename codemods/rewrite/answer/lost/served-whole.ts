import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import type { ServedOn } from '../../../sites/served/onward.ts'
import type { View } from '../../../sites/served/views.ts'
import { readPathsOf } from '../reads/read-paths.ts'
import { unsaidOnTheWhole } from './unsaid-whole.ts'

/**
 * What a route of the program's own does not say any more, which answers with the whole to somebody who is not in sight: where
 * the program asks for it itself, what it reads of that is looked at.
 * @param unasked members that it never said
 */
export const unsaidByRoutes = (
  route: Route,
  served: readonly ServedOn[],
  unasked: ReadonlySet<string>,
): Finding[] => {
  const hidden = served.filter(({ places }) => places.length === 0).flatMap(({ routes }) => routes)
  const told = new Set([...unasked, ...unsaidOnTheWhole(route).map(({ at }) => at)])
  const names = hidden.length > 0 ? namesLost(route, told) : []
  if (names.length === 0) return []
  const paths = [...new Set(hidden.map(({ said }) => said))].join(' and ')
  return [
    {
      code: 'LOSSY',
      rule: 'codemod.served',
      at: names.join(', '),
      why: `v2 does not say ${names.length > 1 ? 'them' : 'it'}, and ${paths} answers with the whole, for which nothing in sight asks`,
      fix: `see to who asks for ${paths} and reads ${names.length > 1 ? 'one of them' : 'that'}`,
    },
  ]
}

/** What a view reads that is made with an answer, and v2 does not say: `<%= pod.machineId %>`. */
export const unsaidInViews = (
  route: Route,
  views: readonly View[],
  unasked: ReadonlySet<string>,
): Finding[] => {
  const names = namesLost(route, unasked)
  return views.flatMap(({ said, text }) => {
    const read = text === undefined ? names : names.filter((name) => readsIn(text, name))
    if (read.length === 0) return []
    const why = `v2 does not say ${read.length > 1 ? 'them' : 'it'}, and ${said} ${text === undefined ? 'is made with the whole, and was not found' : `reads ${read.length > 1 ? 'them' : 'it'}`}`
    const at = read.join(', ')
    return [
      {
        code: 'LOSSY' as const,
        rule: 'codemod.served',
        at,
        why,
        fix: `do without ${read.length > 1 ? 'them' : 'it'} there`,
      },
    ]
  })
}

/** Alone, too, where a name is the service's own; `workers` might be anybody's. */
const readsIn = (text: string, name: string): boolean =>
  new RegExp(`${/[a-z][A-Z]/.test(name) ? '\\b' : '\\w[?!]?\\.'}${name.replaceAll('.', '\\??\\.')}\\b`).test(
    text,
  )

/** @param told members of which it is said elsewhere, or that it never had */
const namesLost = (route: Route, told: ReadonlySet<string>): string[] => {
  const { lossOf, kindOf } = readPathsOf(route.mapping)
  const rows = flatRows(route.mapping.read.plan.rows)
  const names = new Set(rows.flatMap((row) => ('old' in row && row.old ? [row.old] : [])))
  return [...names].filter((name) => {
    const path = name.split('.')
    const isTold = told.has(name) || told.has(path[0] ?? '')
    return !isTold && kindOf(path) === 'leaf' && lossOf(path)?.isOfSome === false
  })
}
