import type { ts } from 'ts-morph'
import { groupBy } from '../../mappings/dsl/group-by.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import type { Trace } from '../sites/program/frames/source.ts'
import { isOnlyAddress, rowAround } from '../sites/program/names/table-uses.ts'
import { nodeAt } from '../sites/program/syntax/node-at.ts'
import type { Site } from '../sites/sites.ts'
import type { Located } from '../sites/texts/locate.ts'
import { matchRoute } from '../sites/texts/route.ts'
import { shapeOf, type Text } from '../sites/texts/text.ts'
import { pathOf } from './address/path/located-path.ts'
import { pathWords } from './address/path/path-words.ts'
import { type Edit, keyOf } from './edit/edit.ts'
import type { Plan } from './plan.ts'
import { type PlanContext, planRoute } from './plan-route.ts'
import { reasons } from './reason.ts'

/**
 * The plans of a call that may go to several operations (one for each row of a table, or for each class that says a path of
 * its own), where v2 has the same call for all of them, but for the words of their paths.
 * @returns undefined where one of them stays, or becomes another call than the others
 */
export const planEach = (context: PlanContext, { site, left }: Plan): readonly Plan[] | undefined => {
  if (!site.uncalled && left?.rule !== reasons.alternatives().rule && left?.rule !== reasons.method().rule)
    return undefined
  const rows = rowsOf(context.routes, site)
  if (!rows || !pathWords(site).every((word) => isKeptForCalls(context.trace, word))) return undefined
  const plans = [...rows].map(([route, row]) => planRoute(context, { ...site, ...row }, row.located, route))
  const [first] = plans
  // Of a row that nobody asks for, nobody reads the answer
  const isAlone = site.uncalled === 'for-rows'
  const isOne = first && plans.every((plan) => !plan.left && isLike(plan, first, isAlone))
  // What else the call says is said for the others, too.
  if (site.uncalled && first && changesBeside(first) !== '') return undefined
  if (!isOne) return undefined
  const together = {}
  return plans.map((plan) => ({ ...(isAlone ? withoutAnswer(plan) : plan), together }))
}

/** Nor does anybody lose what v2 does otherwise. */
const withoutAnswer = ({ answer: _, ...plan }: Plan): Plan => ({
  ...plan,
  findings: [],
  settled: plan.route?.does ?? [],
})

/** Of a table one row alone has the name that the compiler knows all of them by. */
const isKeptForCalls = (trace: Trace, { file, start }: Edit): boolean => {
  const literal = nodeAt(file, start)
  return literal !== undefined && isOnlyAddress(trace, literal)
}

/** What a call asks for by one of its operations. */
type Row = Pick<Site, 'methods' | 'located'>

/** The addresses and methods of a call by the operation that they are of. */
const rowsOf = (routes: readonly Route[], site: Site): Map<Route, Row> | undefined => {
  const known = site.located.flatMap((one) => {
    const method = one.family === 'v1' && !one.hidden ? methodFor(site, one) : undefined
    const route = method && matchRoute(routes, shapeOf(method).toUpperCase(), pathOf(one))
    return route ? [{ route, method, one }] : []
  })
  if (known.length < site.located.length) return undefined
  const rows = groupBy(known, ({ route }) => route)
  return new Map(
    [...rows].map(([route, row]) => [
      route,
      { methods: row.map(({ method }) => method), located: row.map(({ one }) => one) },
    ]),
  )
}

/** The one method of a call, or the one that stands in the row of a table that an address is of. */
const methodFor = ({ methods }: Site, { text }: Located): Text | undefined => {
  if (new Set(methods.map((one) => shapeOf(one).toUpperCase())).size === 1) return methods[0]
  const own = new Set(rowsAround(text))
  const [found, ...others] = methods.filter((one) => rowsAround(one).some((row) => own.has(row)))
  return others.length === 0 ? found : undefined
}

const rowsAround = ({ pieces }: Text): ts.Node[] =>
  pieces.flatMap((piece) => {
    const node = piece.kind === 'written' && piece.start >= 0 ? nodeAt(piece.file, piece.start) : undefined
    return (node && rowAround(node)) ?? []
  })

/** Whether two plans make the same of a call, each with the words of its own path. */
const isLike = (one: Plan, other: Plan, isAlone: boolean): boolean =>
  changesBeside(one) === changesBeside(other) &&
  (isAlone || [one, other].every(({ answer }) => isUnread(answer)))

const isUnread = (answer: Plan['answer']): boolean =>
  !answer || (answer.mapped.edits.length === 0 && answer.mapped.mappers.length === 0)

const changesBeside = (plan: Plan): string => {
  const words = pathWords(plan.site)
  const isWord = ({ file, start, end }: Edit): boolean =>
    words.some((word) => word.file === file && word.start <= start && end <= word.end)
  return [
    ...plan.edits.filter((edit) => !isWord(edit)).map(keyOf),
    ...plan.mappers.map(({ mapper }) => mapper.name),
  ]
    .sort()
    .join('\n')
}
