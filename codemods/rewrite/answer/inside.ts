import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { answerOf } from '../../sites/answers/answer.ts'
import { flowOf } from '../../sites/answers/flow.ts'
import { heldBySink } from '../../sites/answers/held.ts'
import { usesOf } from '../../sites/answers/uses.ts'
import type { Uses } from '../../sites/answers/uses-walk.ts'
import { isDecisive, isToldWithin, type Within } from '../../sites/answers/within.ts'
import type { Scope } from '../../sites/program/scope.ts'
import { schemaArgument } from '../../sites/schemas/schema-argument.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { asksUnlike } from './asks-unlike.ts'
import { readPathsOf } from './read-paths.ts'

/**
 * Whether a helper that the call goes through does something with the answer beside giving it back: hands it to a
 * callback, keeps it, or reads what v2 calls otherwise. Other calls share the helper, so nothing can be translated there.
 * @returns the schema that the call hands over, where the helper gives the answer back only as that gives it
 */
export const leavesInside = (trace: Trace, site: Site, route: Route): boolean | ts.Expression => {
  if (!site.scope || route.answer === 'none') return false
  if (site.sink.unseen) return true
  trace.from(site.top)
  const within: Within = { functions: functionsOf(site.scope), back: [], printed: [], checked: [] }
  const begun = site.sink.texts
    ? site.sink.texts.map((text) => flowOf(trace, text, { kind: 'text' }, within))
    : [flowOf(trace, site.sink.call, heldBySink(site.sink.answer), within)]
  const roots = begun.flatMap((flow) => flow.roots)
  const bound = begun.flatMap((flow) => flow.bound)
  const uses = usesWithin(trace, { roots, bound }, route, within)
  const escapes = [...begun.flatMap((flow) => flow.escapes), ...uses.escapes]
  const leaves = escapes.filter((node) => !isToldWithin(trace, within, node))
  if (leaves.length > 0) return true
  if (uses.guards.some((guard) => isDecisive(trace, guard)) || hasUnlikeReads(uses, route)) return true
  if (asksUnlike(trace, uses, route)) return true
  // A list that comes out of its envelope there is none that a mapper knows.
  if (within.checked.length > 0) return (uses.opened.length === 0 && checkedBy(trace, site, within)) || true
  if (within.back.length === 0) return within.printed.length > 0
  return answerOf(trace, site).kind === 'clean'
}

const checkedBy = (
  trace: Trace,
  { scope }: Site,
  { checked, back, printed }: Within,
): ts.Expression | undefined => {
  const given = new Set(checked.map((name) => schemaArgument(trace, name, scope)))
  const [schema, ...others] = given
  return back.length + printed.length + others.length === 0 ? schema : undefined
}

const functionsOf = (scope: Scope | undefined): Map<ts.Node, ts.Expression | undefined> => {
  const found = new Map<ts.Node, ts.Expression | undefined>()
  for (let frame = scope; frame; frame = frame.outer) {
    for (let made = frame.made; made; made = made.outer) found.set(made.callee, undefined)
    found.set(frame.callee, frame.outer && frame.call)
  }
  return found
}

const usesWithin = (
  trace: Trace,
  from: Parameters<typeof usesOf>[1],
  { answer, list, mapping }: Route,
  within: Within,
): Uses => {
  const { kindOf } = readPathsOf(mapping)
  // What no answer of v1 had is asked for by helpers that serve other APIs as well, or of an error.
  const anyOf = (path: readonly string[]): 'leaf' | 'inner' => kindOf(path) ?? 'leaf'
  return answer === 'list'
    ? usesOf(trace, from, { kind: 'envelope', path: [] }, anyOf, list, within)
    : usesOf(trace, from, { kind: 'item', path: [] }, anyOf, undefined, within)
}

const hasUnlikeReads = ({ reads }: Uses, { mapping }: Route): boolean => {
  const paths = readPathsOf(mapping)
  return reads.some(({ path }) => {
    if (paths.kindOf(path) === undefined) return false
    const to = paths.of(path)
    return !to || to.converted !== undefined || to.steps.map(({ name }) => name).join() !== path.join()
  })
}
