import type { ts } from 'ts-morph'
import type { BehaviourName } from '../../mappings/dsl/behaviour.ts'
import { bodyFacet, type Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { bodyAt } from '../sites/body.ts'
import { isText } from '../sites/program/frames/is-text.ts'
import { shiftedIn } from '../sites/program/frames/shifted.ts'
import { usedElsewhere, useElsewhere } from '../sites/program/names/used-elsewhere.ts'
import { flatText } from '../sites/program/syntax/flat-text.ts'
import { nodeAt } from '../sites/program/syntax/node-at.ts'
import type { Site } from '../sites/sites.ts'
import type { Located } from '../sites/texts/locate.ts'
import type { Trace } from '../sites/values/trace.ts'
import { moveAddress, moveBase } from './address/address.ts'
import { versionAsked } from './address/asked/version-asked.ts'
import { isJoinedIn } from './address/path/joined-in.ts'
import { isPathOf } from './address/path/own-words.ts'
import { moveTemplate } from './address/path/path-template.ts'
import { typeEdits } from './address/path/path-types.ts'
import { isOfCall, withoutSlash } from './address/path/trailing-slash.ts'
import type { Crews, QueryPart } from './address/query/query.ts'
import { queryOf } from './address/query/query.ts'
import { addCrews } from './answer/add-crews.ts'
import { addSources } from './answer/add-sources.ts'
import { askedForJson } from './answer/errors/json-asked.ts'
import { readProblem, takesAnswer } from './answer/errors/problem-reads.ts'
import { planAnswer, withProblem, withUnmarked } from './answer/plan-answer.ts'
import { exactStatus, isPassedOver, statusFindings } from './answer/status/status.ts'
import { rewriteBody } from './body/body.ts'
import { countsApart, saysLength } from './body/headers/says-length.ts'
import { bodyAsked } from './body/held/body-asked.ts'
import { isOnConsole, shownAt } from './body/held/local-body.ts'
import { sendAction } from './body/inlets/action.ts'
import { rewriteJsonText } from './body/literal/json-text.ts'
import { othersThrough } from './body/others-through.ts'
import { usesBeside } from './body/shared-body.ts'
import { lookUpFindings } from './body/tries/look-up-notes.ts'
import type { Edit } from './edit/edit.ts'
import { mapperFor } from './mapper/mapper.ts'
import { moveMethod } from './move-method.ts'
import type { Part, Plan, Through } from './plan.ts'
import { type Reason, reasons } from './reason.ts'
import { isNewPath, isSentAlready } from './said-already.ts'

/** What a site's plan is made with. */
export interface PlanContext {
  readonly trace: Trace
  readonly routes: readonly Route[]
}

/** Plans a call whose operation is known: as a whole, or why it stays. */
export const planRoute = (
  context: PlanContext,
  site: Site,
  located: readonly Located[],
  route: Route,
): Plan => {
  const { trace } = context
  const addresses = barredBy(trace, site, route) ?? moveAddresses(trace, site, located, route)
  const base = 'rule' in addresses ? located.flatMap(moveBase) : addresses.base
  const leave = (left: Reason): Plan => ({ site, route, base, edits: [], mappers: [], findings: [], left })
  if ('rule' in addresses) return leave(addresses)
  const request = planRequest(context, site, located, route)
  if ('rule' in request) return leave(request)
  const { where, sources, crews } = request.query
  const more = crews && addCrews(trace, site, located, crews)
  const asked = { ...(where ? { where } : {}), ...(crews && more ? { apart: crews.members } : {}) }
  const answered = planAnswer(trace, site, route, asked)
  if ('rule' in answered) return leave(answered)
  const crew = more ? (answered.isCompleted ? more : NOTHING) : lostWith(crews)
  const problem = readProblem(trace, site)
  const json = askedForJson(trace, site)
  const version = versionAsked(trace, site)
  const words = [...addresses.path, ...typeEdits(trace, addresses.path), ...version.edits]
  return {
    ...request.part,
    site,
    route,
    base,
    edits: [...words, ...request.part.edits, ...crew.edits, ...problem.others, ...json.edits],
    mappers: [...request.part.mappers, ...crew.mappers],
    through: request.through,
    asked: version.asked,
    settled: settledBy(trace, site, request.query),
    findings: [
      ...request.part.findings,
      ...crew.findings,
      ...statusFindings(trace, site, route),
      ...json.findings,
    ],
    answer: withProblem(withUnmarked(answered, sources?.unmarked ?? []), problem.own),
  }
}

/** Nobody asks v2 for what v1 was asked to say as well. */
const lostWith = (crews: Crews | undefined): Part => ({ ...NOTHING, findings: crews ? [crews.lost] : [] })

/** What keeps a call where it is, whatever it says. */
const barredBy = (trace: Trace, { sink, scope }: Site, route: Route): Reason | undefined => {
  if (route.gone) return { rule: route.id, why: route.gone, fix: 'decide what this call should do on v2' }
  const shifted = shiftedIn(trace, scope)
  if (shifted) return reasons.shifted(flatText(shifted))
  const isChanged = sink.transforms && route.answer !== 'none'
  return isChanged || sink.hooks?.some((hook) => takesAnswer(trace, hook)) ? reasons.hook() : undefined
}

/** What a call sends but its address. */
interface Request {
  readonly part: Required<Pick<Part, 'borrows' | 'beside' | 'made'>> & Part
  readonly query: QueryPart
  readonly through: readonly Through[]
}

/** Method, query and body in v2's words. */
const planRequest = (
  context: PlanContext,
  site: Site,
  located: readonly Located[],
  route: Route,
): Request | Reason => {
  const { trace } = context
  const method = moveMethod(trace, site, route)
  if ('rule' in method) return method
  const status = exactStatus(trace, site, route)
  if (status && !status.edits)
    return (status.isNew ? reasons.statusNow : reasons.status)(status.was, status.is)
  const query = queryOf(trace, site, located, route)
  if ('rule' in query) return query
  if (query.edits.some((edit) => isSaidToOthers(trace, edit))) return reasons.sharedQuery()
  const more = query.sources ? addSources(trace, site, query.sources.where) : NOTHING
  if (!more) return query.sources?.otherwise ?? reasons.dynamicQuery()
  const sent = planBody(context, site, route)
  if ('rule' in sent) return sent
  const mappers = [...sent.mappers, ...more.mappers]
  const findings = [...query.findings, ...sent.findings, ...lookUpFindings(trace, site, mappers)]
  const edits = [...method.edits, ...(status?.edits ?? []), ...query.edits, ...sent.edits, ...more.edits]
  const borrows = [...(sent.borrows ?? []), ...(more.borrows ?? [])]
  return {
    query,
    through: method.through,
    part: { edits, mappers, findings, borrows, beside: sent.beside ?? [], made: sent.made ?? [] },
  }
}

/** Whether a change of a query's words reaches another address: `const DAILY = '?bucketSize=day'` of two hosts. */
const isSaidToOthers = (trace: Trace, { file, start }: Edit): boolean => {
  const literal = nodeAt(file, start)
  const isText =
    literal &&
    (compiler.isStringLiteralLike(literal) ||
      compiler.isTemplateMiddleOrTemplateTail(literal) ||
      compiler.isTemplateHead(literal))
  return isText === true && usedElsewhere(trace, literal)
}

/** What v2 does by itself that v1 was asked for. */
const settledBy = (trace: Trace, site: Site, query: QueryPart): BehaviourName[] => [
  ...(query.settled ?? []),
  ...(query.sources ? (['templateSources'] as const) : []),
  ...(isPassedOver(trace, site) ? (['idempotentAction'] as const) : []),
]

/** A version that stands alone (`const VERSION = 'v1'`) says nothing of whose it is. */
const isBareWord = ({ file, start }: Edit): boolean => !/[/.]/.test(nodeAt(file, start)?.getText() ?? '')

/** The edits that make a call's addresses the route's of v2, or why that cannot be for certain. */
const moveAddresses = (
  trace: Trace,
  site: Site,
  located: readonly Located[],
  route: Route,
): { readonly base: readonly Edit[]; readonly path: readonly Edit[] } | Reason => {
  const owns = (literal: ts.Node): boolean => isPathOf(trace, literal, site) || isJoinedIn(trace, literal)
  const isTemplate = site.sink.template === true
  const base: Edit[] = []
  const path: Edit[] = []
  for (const one of located) {
    const address = isTemplate ? moveTemplate(trace, site, one, route) : moveAddress(one, route, owns)
    if (!address) return reasons.template()
    if (typeof address === 'string') return reasons.unwritten(address === 'shared-word')
    const words = isTemplate ? [] : [...address.path, ...address.base.filter(isBareWord)]
    const slash = isTemplate ? [] : withoutSlash(one, (literal) => isOfCall(trace, site, literal))
    const [use] = words.flatMap(({ file, start }) => useElsewhere(trace, nodeAt(file, start)) ?? [])
    if (!slash || use) return reasons.sharedWords(use)
    base.push(...address.base)
    path.push(...address.path, ...slash)
  }
  return { base: isTemplate ? base : located.flatMap(moveBase), path }
}

const NOTHING: Part = { edits: [], mappers: [], findings: [] }

const planBody = (context: PlanContext, site: Site, route: Route): Part | Reason => {
  if (route.sends && isNewPath(site, route)) return NOTHING
  if (route.sends) return sendAction(context.trace, site, route.sends)
  const facet = bodyFacet(route)
  if (!facet) return NOTHING
  const body = bodyAt(context.trace, site.sink.body, site.scope)
  if (!body) return reasons.body()
  if (body.isOneOf) return reasons.oneOfBodies()
  if (isSentAlready(context.trace, site, body, route)) return NOTHING
  const isObject = (body.isJson || site.sink.serializes) && !isText(context.trace, body.node)
  const mapper = mapperFor(route.mapping, route.body as 'create' | 'update')
  const written = body.isJson ? undefined : rewriteJsonText(context.trace, body, facet)
  const part = isObject
    ? rewriteBody(context.trace, site, body, { route, facet, mapper })
    : (written ?? reasons.sentText())
  if (saysLength(context.trace, site)) return reasons.lengthSaid()
  if ('rule' in part || part.edits.length === 0) return part
  if (countsApart(context.trace, site, body.node, part.edits)) return reasons.lengthApart()
  const asked = bodyAsked(context.trace, site, body.node, facet)
  if (asked.names.length > 0) return reasons.askedBody(asked.names)
  if (asked.kept.length > 0) return reasons.keptBody(asked.kept)
  const uses = usesBeside(context.trace, site, body.node)
  return {
    ...part,
    findings: [...part.findings, ...shownAt(uses.filter(isOnConsole), facet), ...asked.findings],
    beside: uses.filter((use) => !isOnConsole(use)),
    made: othersThrough(context.trace, site, body.node),
  }
}
