import type { ts } from 'ts-morph'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { answerOf } from '../../../sites/answers/answer.ts'
import { flowOf } from '../../../sites/answers/flow/flow.ts'
import { usesOf } from '../../../sites/answers/uses/uses.ts'
import type { Onward, Uses } from '../../../sites/answers/uses/uses-walk.ts'
import type { Within } from '../../../sites/answers/uses/within.ts'
import { askersOf } from '../../../sites/served/askers.ts'
import { givenUnparsed } from '../../../sites/served/given-unparsed.ts'
import { byRoutes, type ServedOn } from '../../../sites/served/onward.ts'
import { byName } from '../../../sites/served/takers.ts'
import { type View, viewsGiven } from '../../../sites/served/views.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { readPathsOf } from './read-paths.ts'
import { type AnswerUses, ENVELOPE, ITEM, LIST } from './reads-in-place.ts'

/** What is found of an answer, near the call and beyond. */
export interface FoundAnywhere extends Pick<Uses, 'reads' | 'asked'> {
  /** The program's own routes that answer with it. */
  readonly served: readonly ServedOn[]
  /** The views that are made with it. */
  readonly views: readonly View[]
}

/**
 * Every read of an answer, and every question for a member, also in functions that others call as well, and of what an object
 * of the program keeps: nothing is renamed for the sake of this call there, and what v2 does not say is missed there all
 * the same.
 */
export const foundAnywhere = (
  trace: Trace,
  site: Site,
  route: Route,
  { uses, flow, opened }: AnswerUses,
): FoundAnywhere => {
  if (uses.escapes.length + uses.needs.length === 0) return { ...uses, served: [], views: [] }
  const served = new Map<string, ServedOn>()
  const views = new Map<string, View>()
  const start = route.answer !== 'list' ? ITEM : opened ? ENVELOPE : LIST
  const { kindOf } = readPathsOf(route.mapping)
  const onward = onwardFrom(trace, site.top, served, views)
  const further = usesOf(trace, flow, start, kindOf, route.list, anywhere(), onward)
  // What others hand the same helpers is not of this call; a walk that was broken off may not have come to all that is.
  const near = further.steps.left > 0 ? [] : uses.reads
  const nodes = new Set<ts.Node>(near.map(({ node }) => node))
  return {
    reads: [...near, ...further.reads.filter(({ node }) => !nodes.has(node))],
    asked: further.asked,
    served: [...served.values()],
    views: [...views.values()],
  }
}

/** Tells who else has an answer: the program's own pages, by a route, and those who are given it by a name. */
export const onwardFrom = (
  trace: Trace,
  top: ts.Node,
  served = new Map<string, ServedOn>(),
  views = new Map<string, View>(),
): Onward => {
  const [routes, names] = [byRoutes(trace, top, served), byName(trace, new Set())]
  return (...at) => {
    const shown = viewsGiven(at[0])
    for (const view of shown ?? []) views.set(view.said, view)
    const asking = shown ? [] : routes(...at)
    return asking.length > 0 ? asking : names(...at)
  }
}

/** What the program's own pages read of an answer that its routes give on as it came, and where. */
export const foundUnparsed = (trace: Trace, site: Site, route: Route): FoundAnywhere => {
  trace.from(site.top)
  const { escapes } = flowOf(trace, site.top, answerOf(trace, site))
  const routes = escapes.flatMap((node) => givenUnparsed(trace, node))
  if (routes.length === 0) return NOWHERE
  const from = askersOf(trace, routes)
  const start = route.answer === 'list' ? LIST : ITEM
  const { kindOf } = readPathsOf(route.mapping)
  const { reads, asked } = usesOf(trace, from, start, kindOf, undefined, anywhere(), byName(trace, new Set()))
  trace.from(site.top)
  return { reads, asked, served: [{ ...from, routes }], views: [] }
}

/** What is found of an answer that nobody reads in sight. */
const NOWHERE: FoundAnywhere = { reads: [], asked: [], served: [], views: [] }

/** Where helpers are looked into as well, whoever else calls them. */
export const anywhere = (): Within => ({ functions: new Map(), back: [], printed: [], checked: [] })
