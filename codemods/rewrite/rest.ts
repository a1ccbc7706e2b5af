import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { passesOn } from '../sites/passed-on.ts'
import { handedOn, wordsFor } from '../sites/program/calls/handed-on.ts'
import type { Trace } from '../sites/program/frames/source.ts'
import { standsInstead } from '../sites/program/held/replaced-by.ts'
import { isKeptInside } from '../sites/program/names/kept-inside.ts'
import { flatText } from '../sites/program/syntax/flat-text.ts'
import { dressed, isFunctionValue, isOperation } from '../sites/program/syntax/nodes.ts'
import { runByPackage } from '../sites/run-by.ts'
import type { Site } from '../sites/sites.ts'
import { type Located, V2_HOSTS } from '../sites/texts/locate.ts'
import { couldMatch, isResource, matchRoute, newRoutes } from '../sites/texts/route.ts'
import { shapeOf } from '../sites/texts/text.ts'
import { isThroughUnknown } from '../sites/through-unknown.ts'
import { isUncallable, isUncalled } from '../sites/uncalled.ts'
import { moveBase, moveHost } from './address/address.ts'
import { isBaseItself } from './address/base/base-itself.ts'
import { openIn } from './address/either-reasons.ts'
import { isForV2Alone } from './address/for-v2-alone.ts'
import { type Choice, readChoice } from './address/path/choice.ts'
import { isWithoutId, pathOf } from './address/path/located-path.ts'
import { readTwoPaths } from './address/path/two-paths.ts'
import { planAnswer } from './answer/plan-answer.ts'
import { isPassedOver } from './answer/status/status.ts'
import { sendText } from './body/inlets/action.ts'
import { isMappedAround, saysMappers } from './mapper/module/module-import.ts'
import { nearestRoutes } from './nearest.ts'
import type { Plan } from './plan.ts'
import { type PlanContext, planRoute } from './plan-route.ts'
import { type Reason, reasons } from './reason.ts'

/** Plans one call of the old REST API; undefined where the site is none. */
export const planRest = (context: PlanContext, site: Site): Plan | undefined => {
  const all = site.located.filter(({ family }) => family === 'v1')
  const located = all.filter((one) => !isWithoutId(context.routes, site, one, all))
  if (located.length === 0) return planHost(context, site)
  if (isOfOthers(context, site, located) || isInstead(context, site, located)) return undefined
  if (located.length < site.located.length && isForV2Alone(context.trace, site)) return undefined
  const plan = { site, base: located.flatMap(moveBase), edits: [], mappers: [], findings: [] }
  if (site.uncalled)
    return { ...plan, base: [], follows: plan.base, left: reasons.uncalledMethod(site.uncalled) }
  const stays = stayingFor(context, site, located)
  if (stays) return { ...plan, ...stays }
  const choice = planChoice(context, site, located)
  if (choice) return 'rule' in choice ? { ...plan, left: choice } : { ...plan, ...choice }
  const found = operationOf(context, site, located)
  if (!('id' in found)) return { ...plan, left: found }
  const planned = planRoute(context, site, located, found)
  const named = planned.left?.rule === reasons.address().rule ? planNamed(context, site, located) : undefined
  return named ? { ...plan, ...named } : planned
}

/** A function that takes any path, with its version, from callers that nobody sees: `${HOST}${path}`. */
const planHost = ({ trace, routes }: PlanContext, site: Site): Plan | undefined => {
  const { located, sink } = site
  const isOpenToAll = located.length > 0 && located.every(takesAnyPath) && isGiven(site, located)
  if (sink.listed || !isOpenToAll) return undefined
  const plan = { site, edits: [], mappers: [], findings: [] }
  return isUncalled(trace, routes, site)
    ? { ...plan, base: [], left: reasons.uncalled(isUncallable(trace, site)) }
    : { ...plan, base: located.flatMap(moveHost), left: openTo(trace, site) }
}

const takesAnyPath = ({ family, host, hidden, shape }: Located): boolean =>
  family === 'open' &&
  host !== undefined &&
  hidden?.parameter !== undefined &&
  !V2_HOSTS.includes(shape.slice(...host))

const othersOf = ({ located }: Site): Located[] => located.filter(({ family }) => family !== 'v1')

/** A call of another API, whose path is put together with v1's base by the way, or by what else its client's class makes. */
const isOfOthers = (context: PlanContext, site: Site, located: readonly Located[]): boolean =>
  !site.sink.listed &&
  (othersOf(site).length > 0 || isThroughUnknown(context.trace, site)) &&
  located.every((one) => isUnknown(context, one))

/** Why a call stays whatever it asks for: by its client, or because nobody knows where it goes. */
const stayingFor = (
  context: PlanContext,
  site: Site,
  located: readonly Located[],
): Partial<Plan> | undefined => {
  const { library, listed } = site.sink
  if (listed) return { ...routed(context, site, located), left: reasons.client(library, listed) }
  const others = othersOf(site)
  if (others.some(({ family }) => family === 'v2')) return { left: reasons.eitherVersion() }
  if (others.length > 0) return { left: reasons.otherHost(openIn(others)) }
  const open = located.filter(isOpen)
  if (open.length === 0) return undefined
  if (passesOn(context.trace, site)) return { left: reasons.passedOn() }
  if (located.some(hasTail)) return { left: reasons.address() }
  // What nobody calls must not keep what is called on an API that is gone.
  if (isUncalled(context.trace, context.routes, site))
    return { base: [], left: reasons.uncalled(isUncallable(context.trace, site)) }
  if (open.every(({ hidden }) => !hidden) && isBaseItself(context.trace, site))
    return { left: reasons.baseItself() }
  return { left: isGiven(site, open) ? openTo(context.trace, site) : reasons.address() }
}

/** What is handed on from within a function that stands in the place of the one it calls: the callers of that say the path. */
const isInstead = ({ trace }: PlanContext, { top, scope }: Site, located: readonly Located[]): boolean =>
  located.some(isOpen) && standsInstead(trace, top, scope)

/** A path that v1 never had is one of the others', put together with v1's base by the way. */
const isUnknown = ({ routes }: PlanContext, located: Located): boolean => {
  const [word = ''] = pathOf(located).replace(/^\/+/, '').split('/')
  return word !== '' && !word.includes('\0') && !isResource(routes, word)
}

/** The operation of a call that is only listed, where it can be told. */
const routed = (context: PlanContext, site: Site, located: readonly Located[]): Pick<Plan, 'route'> => {
  const found = operationOf(context, site, located)
  return 'id' in found ? { route: found } : {}
}

type Planned = Pick<Plan, 'route' | 'edits' | 'mappers' | 'findings' | 'settled' | 'answer'>

/** A call whose last path word is chosen at run time. */
const planChoice = (
  context: PlanContext,
  site: Site,
  located: readonly Located[],
): Planned | Reason | undefined => {
  const [method, ...others] = new Set(site.methods.map(shapeOf))
  if (method === undefined || others.length > 0) return undefined
  const choice =
    readTwoPaths(context.trace, site, located, context.routes, method.toUpperCase()) ??
    readChoice(context.trace, located, context.routes, method.toUpperCase())
  if (!choice || 'rule' in choice) return choice
  return choice.isOpen ? planWord(context, site, choice) : undefined
}

/** `/pods/${id}/${STOP}`: the constant says the action, and stays what it is for all who say it. */
const planNamed = (
  context: PlanContext,
  site: Site,
  located: readonly Located[],
): Partial<Plan> | undefined => {
  const [method, ...others] = new Set(site.methods.map(shapeOf))
  const choice =
    method !== undefined && others.length === 0
      ? readChoice(context.trace, located, context.routes, method.toUpperCase())
      : undefined
  if (!choice || 'rule' in choice || choice.isOpen || !choice.isNamed) return undefined
  const planned = planWord(context, site, choice)
  return 'rule' in planned ? undefined : planned
}

const planWord = (context: PlanContext, site: Site, { route, edits, body }: Choice): Planned | Reason => {
  const sent = sendText(context.trace, site, body)
  if ('rule' in sent) return sent
  const answered = planAnswer(context.trace, site, route)
  if ('rule' in answered) return answered
  return {
    route,
    edits: [...edits, ...sent.edits],
    mappers: [],
    findings: sent.findings,
    settled: isPassedOver(context.trace, site) ? ['idempotentAction'] : [],
    answer: answered,
  }
}

const isOpen = ({ hidden, shape, path, query }: Located): boolean =>
  hidden !== undefined || /^\/*$/.test(shape.slice(path, query))

/** Whether others give the path to a function; a callback has it from the list or the request that it is called for. */
const isGiven = ({ open }: Site, located: readonly Located[]): boolean => {
  const callee = open?.parameter?.parent
  if (callee) return !isCallback(callee)
  return located.some(({ hidden }) => !hidden || hidden.env !== undefined)
}

/** `useSWR('/pods', fetcher)`: not somebody else's file, but what the function is handed to says the path. */
const openTo = (trace: Trace, { open, cut }: Site): Reason => {
  if (cut) return reasons.cut(cut)
  const callee = open?.parameter?.parent
  if (!callee) return reasons.address()
  if (isUnnamed(callee)) return reasons.unnamed()
  const [use] = handedOn(trace, callee, () => true)
  const call = use && dressed(use).parent
  if (!call || !compiler.isCallExpression(call))
    return isKeptInside(trace, callee) ? reasons.unfollowed() : reasons.open()
  return reasons.open(wordsFor(callee), flatText(call.expression))
}

/** `api[method] = (path) => …`, `methods.map((method) => [method, (path) => …])`: it is no module's export, and goes by no name. */
const isUnnamed = (callee: ts.SignatureDeclaration): boolean => {
  if (!isFunctionValue(callee)) return false
  const { parent } = dressed(callee)
  const isPut = isOperation(parent, '=') && compiler.isElementAccessExpression(parent.left)
  return isPut || compiler.isArrayLiteralExpression(parent)
}

const isCallback = (callee: ts.Node): boolean => {
  const { parent } = callee
  const isFunction = isFunctionValue(callee)
  return isFunction && compiler.isCallExpression(parent) && parent.expression !== callee
}

/** Whether something is known to follow the hidden part of a path. */
const hasTail = ({ shape, path, query }: Located): boolean => /\0.*\//.test(shape.slice(path, query))

const operationOf = (context: PlanContext, site: Site, located: readonly Located[]): Route | Reason => {
  const methods = [...new Set(site.methods.map(shapeOf).map((method) => method.toUpperCase()))]
  const [method] = methods
  if (method === undefined || methods.some((one) => one.includes('\0'))) return reasons.method()
  if (methods.length > 1) {
    // The rows of a table say each its own method with its path
    const isTable = new Set(located.map(pathOf)).size > 1
    return isTable ? reasons.alternatives(runByPackage(context.trace, site)) : reasons.method()
  }
  const routes = located.map(
    (one) => matchRoute(context.routes, method, pathOf(one)) ?? newRoute(context, site, method, pathOf(one)),
  )
  const [route] = routes
  if (routes.some((one) => one !== route)) return reasons.alternatives(runByPackage(context.trace, site))
  if (route) return route
  const path = pathOf(located[0] as Located)
  const said = path.replaceAll('\0', '{…}')
  const word = path.split('/')[1] ?? ''
  if (path.split('/').some(isDots)) return reasons.dots(said)
  if (couldMatch(context.routes, method, path)) return reasons.address()
  if (word.includes('\0') || (isResource(context.routes, word) && /\0(?!\/|$)|[^/]\0/.test(path)))
    return reasons.address()
  return /^\/(openapi\.json|docs)\/?$/.test(path)
    ? reasons.description()
    : reasons.unknownOperation(
        method,
        said,
        nearestRoutes(method, said, context.routes),
        newRoutes(context.routes, method, path).length > 0,
      )
}

/**
 * The route of a path that says v2's words already, where an earlier run has changed this very call: who asks v1 for such a
 * path without that has had no answer. Which of several that are one in v2, its action says.
 */
const newRoute = (
  { routes }: PlanContext,
  { top }: Site,
  method: string,
  path: string,
): Route | undefined => {
  const found = saysMappers(top.getSourceFile()) ? newRoutes(routes, method, path) : []
  const said = top.getText()
  const acting = found.find(({ sends = {} }) =>
    Object.values(sends).some((value) => said.includes(String(value))),
  )
  return acting ?? (isMappedAround(top) ? found[0] : undefined)
}

/** `..` of a path, which is no word of it: it goes up. */
const isDots = (word: string): boolean => /^\.\.?$/.test(word)
