import type { ts } from 'ts-morph'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { bodyAt } from '../sites/body.ts'
import { nodeAt } from '../sites/program/node-at.ts'
import { isFunctionValue } from '../sites/program/scope.ts'
import { usedElsewhere } from '../sites/program/used-elsewhere.ts'
import type { Site } from '../sites/sites.ts'
import type { Located } from '../sites/texts/locate.ts'
import { couldMatch, isResource, matchRoute } from '../sites/texts/route.ts'
import { shapeOf, spanOf } from '../sites/texts/text.ts'
import { isUncalled } from '../sites/uncalled.ts'
import type { Trace } from '../sites/values/trace.ts'
import { moveAddress, moveBase } from './address/address.ts'
import { readChoice } from './address/choice.ts'
import { openIn } from './address/either-reasons.ts'
import { isWithoutId, pathOf } from './address/located-path.ts'
import { isPathOf } from './address/path-argument.ts'
import { moveTemplate } from './address/path-template.ts'
import { typeEdits } from './address/path-types.ts'
import { queryOf } from './address/query.ts'
import { addSources } from './answer/add-sources.ts'
import { askedForJson } from './answer/json-asked.ts'
import { planAnswer, withProblem, withUnmarked } from './answer/plan-answer.ts'
import { readProblem, takesAnswer } from './answer/problem-reads.ts'
import { exactStatus, isPassedOver, statusFindings } from './answer/status.ts'
import { sendAction, sendText } from './body/action.ts'
import { rewriteBody } from './body/body.ts'
import { bodyAsked } from './body/body-asked.ts'
import { isOnConsole, shownAt } from './body/local-body.ts'
import { lookUpFindings } from './body/look-up-notes.ts'
import { usesBeside } from './body/shared-body.ts'
import type { Edit } from './edit/edit.ts'
import { mapperFor } from './mapper/mapper.ts'
import { nearestRoutes } from './nearest.ts'
import type { Part, Plan } from './plan.ts'
import { type Reason, reasons } from './reason.ts'

/** What a site's plan is made with. */
export interface PlanContext {
  readonly trace: Trace
  readonly routes: readonly Route[]
}

/** Plans one call of the old REST API; undefined where the site is none. */
export const planRest = (context: PlanContext, site: Site): Plan | undefined => {
  const all = site.located.filter(({ family }) => family === 'v1')
  const located = all.filter((one) => !isWithoutId(context.routes, site, one, all))
  if (located.length === 0) return undefined
  const base = located.flatMap(moveBase)
  const plan = { site, base, edits: [], mappers: [], findings: [] }
  if (site.sink.listed)
    return {
      ...plan,
      ...routed(context, site, located),
      left: reasons.client(site.sink.library, site.sink.listed),
    }
  const others = site.located.filter(({ family }) => family !== 'v1')
  if (others.length > 0) {
    if (located.every((one) => isUnknown(context, one))) return undefined
    const isSwitch = others.some(({ family }) => family === 'v2')
    return { ...plan, left: isSwitch ? reasons.eitherVersion() : reasons.otherHost(openIn(others)) }
  }
  if (located.some(isOpen)) {
    if (located.some(hasTail)) return { ...plan, left: reasons.address() }
    // What nobody calls must not keep what is called on an API that is gone.
    return isUncalled(context.trace, site)
      ? { ...plan, base: [], left: reasons.uncalled() }
      : { ...plan, left: isGiven(site, located) ? reasons.open() : reasons.address() }
  }
  const choice = planChoice(context, site, located)
  if (choice) return 'rule' in choice ? { ...plan, left: choice } : { ...plan, ...choice }
  const found = operationOf(context, site, located)
  if (!('id' in found)) return { ...plan, left: found }
  return planRoute(context, site, located, found)
}

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

/** A call whose last path word is chosen at run time. */
const planChoice = (
  context: PlanContext,
  site: Site,
  located: readonly Located[],
): Pick<Plan, 'route' | 'edits' | 'mappers' | 'findings' | 'answer'> | Reason | undefined => {
  const [method, ...others] = new Set(site.methods.map(shapeOf))
  if (method === undefined || others.length > 0) return undefined
  const choice = readChoice(context.trace, located, context.routes, method.toUpperCase())
  if (!choice || 'rule' in choice) return choice
  if (!choice.isOpen) return undefined
  const { route, edits, body } = choice
  const sent = sendText(context.trace, site, body)
  if ('rule' in sent) return sent
  const answered = planAnswer(context.trace, site, route)
  if ('rule' in answered) return answered
  return {
    route,
    edits: [...edits, ...sent.edits],
    mappers: [],
    findings: sent.findings,
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
  if (method === undefined || methods.length > 1 || method.includes('\0')) return reasons.method()
  const routes = located.map((one) => matchRoute(context.routes, method, pathOf(one)))
  const [route] = routes
  if (routes.some((one) => one !== route)) return reasons.alternatives()
  if (route) return route
  const path = pathOf(located[0] as Located)
  const said = path.replaceAll('\0', '{…}')
  const word = path.split('/')[1] ?? ''
  if (couldMatch(context.routes, method, path)) return reasons.address()
  if (word.includes('\0') || (isResource(context.routes, word) && /\0(?!\/|$)|[^/]\0/.test(path)))
    return reasons.address()
  return /^\/(openapi\.json|docs)\/?$/.test(path)
    ? reasons.description()
    : reasons.unknownOperation(method, said, nearestRoutes(method, said, context.routes))
}

/** A version that stands alone (`const VERSION = 'v1'`) says nothing of whose it is. */
const isBareWord = ({ file, start }: Edit): boolean => !/[/.]/.test(nodeAt(file, start)?.getText() ?? '')

/** The edits that make a call's addresses the route's of v2, or why that cannot be for certain. */
const moveAddresses = (
  trace: Trace,
  site: Site,
  located: readonly Located[],
  route: Route,
): { readonly base: readonly Edit[]; readonly path: readonly Edit[] } | Reason => {
  const owns = (literal: ts.Node): boolean => isPathOf(trace, literal, site)
  const isTemplate = site.sink.template === true
  const addresses = located.map((one) =>
    isTemplate ? moveTemplate(trace, site, one, route) : moveAddress(one, route, owns),
  )
  const base: Edit[] = []
  const path: Edit[] = []
  for (const address of addresses) {
    if (!address) return reasons.template()
    if (typeof address === 'string') return reasons.address()
    const words = isTemplate ? [] : [...address.path, ...address.base.filter(isBareWord)]
    if (words.some(({ file, start }) => usedElsewhere(trace, nodeAt(file, start))))
      return reasons.sharedWords()
    base.push(...address.base)
    path.push(...address.path)
  }
  return { base: isTemplate ? base : located.flatMap(moveBase), path }
}

const planRoute = (context: PlanContext, site: Site, located: readonly Located[], route: Route): Plan => {
  let base: readonly Edit[] = located.flatMap(moveBase)
  const leave = (left: Reason): Plan => ({ site, route, base, edits: [], mappers: [], findings: [], left })
  if (route.gone)
    return leave({
      rule: route.id,
      why: route.gone,
      fix: 'decide what this call should do on v2',
    })
  if (site.sink.transforms && route.answer !== 'none') return leave(reasons.hook())
  if (site.sink.hooks?.some((hook) => takesAnswer(context.trace, hook))) return leave(reasons.hook())
  const addresses = moveAddresses(context.trace, site, located, route)
  if ('rule' in addresses) return leave(addresses)
  base = addresses.base
  const method = moveMethod(site, route)
  if (!method) return leave(reasons.method())
  const status = exactStatus(context.trace, site, route)
  if (status && !status.edits) return leave(reasons.status(status.was, status.is))
  const query = queryOf(context.trace, site, located, route)
  if ('rule' in query) return leave(query)
  const more = query.sources ? addSources(context.trace, site, query.sources.where) : NOTHING
  if (!more) return leave(query.sources?.otherwise ?? reasons.dynamicQuery())
  const sent = planBody(context, site, route)
  if ('rule' in sent) return leave(sent)
  const answered = planAnswer(context.trace, site, route, query.where)
  if ('rule' in answered) return leave(answered)
  const problem = readProblem(context.trace, site)
  const json = askedForJson(context.trace, site)
  return {
    site,
    route,
    base,
    edits: [
      ...addresses.path,
      ...typeEdits(context.trace, addresses.path),
      ...method,
      ...(status?.edits ?? []),
      ...query.edits,
      ...sent.edits,
      ...more.edits,
      ...problem.others,
      ...json.edits,
    ],
    mappers: [...sent.mappers, ...more.mappers],
    borrows: [...(sent.borrows ?? []), ...(more.borrows ?? [])],
    beside: sent.beside ?? [],
    settled: [
      ...(query.settled ?? []),
      ...(query.sources ? (['templateSources'] as const) : []),
      ...(isPassedOver(context.trace, site) ? (['idempotentAction'] as const) : []),
    ],
    findings: [
      ...query.findings,
      ...sent.findings,
      ...lookUpFindings(context.trace, site, [...sent.mappers, ...more.mappers]),
      ...statusFindings(context.trace, site, route),
      ...json.findings,
    ],
    answer: withProblem(withUnmarked(answered, query.sources?.unmarked ?? []), problem.own),
  }
}

const NOTHING: Part = { edits: [], mappers: [], findings: [] }

const moveMethod = ({ sink, methods }: Site, route: Route): readonly Edit[] | undefined => {
  if (route.old.method === route.v2.method) return []
  const { method } = sink
  const next = route.v2.method
  if (method.kind === 'fixed') {
    if (!method.name) return undefined
    const { name } = method
    return [
      { file: name.getSourceFile(), start: name.getStart(), end: name.getEnd(), text: next.toLowerCase() },
    ]
  }
  const edits = methods.map((text) => spanOf(text, 0, shapeOf(text).length))
  return edits.every((span) => span !== undefined)
    ? edits.map((span) => ({ ...(span as Edit), text: next }))
    : undefined
}

const facetOf = (route: Route): CompiledFacet | undefined =>
  route.body && (route.mapping as unknown as Record<string, CompiledFacet>)[route.body]

const planBody = (context: PlanContext, site: Site, route: Route): Part | Reason => {
  if (route.sends) return sendAction(context.trace, site, route.sends)
  const facet = facetOf(route)
  if (!facet) return NOTHING
  const body = bodyAt(context.trace, site.sink.body, site.scope)
  if (!body) return reasons.body()
  if (body.isOneOf) return reasons.oneOfBodies()
  const isObject = body.isJson || (site.sink.serializes && !isString(context.trace, body.node))
  if (!isObject) return reasons.sentText()
  const part = rewriteBody(context.trace, site, body, {
    route,
    facet,
    mapper: mapperFor(route.mapping, route.body as 'create' | 'update'),
  })
  if ('rule' in part || part.edits.length === 0) return part
  const asked = bodyAsked(context.trace, site, body.node, facet)
  if (asked.names.length > 0) return reasons.askedBody(asked.names)
  const uses = usesBeside(context.trace, site, body.node)
  return {
    ...part,
    findings: [...part.findings, ...shownAt(uses.filter(isOnConsole), facet), ...asked.findings],
    beside: uses.filter((use) => !isOnConsole(use)),
  }
}

const isString = ({ checker }: Trace, node: ts.Expression): boolean =>
  (checker.getTypeAtLocation(node).flags & compiler.TypeFlags.StringLike) !== 0
