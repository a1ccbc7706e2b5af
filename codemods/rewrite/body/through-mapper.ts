import type { ts } from 'ts-morph'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../../mappings/dsl/plan.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import { compiler } from '../../project/compiler.ts'
import type { At } from '../../sites/body.ts'
import { bare } from '../../sites/program/syntax/nodes.ts'
import { namesParsed } from '../../sites/schemas/parsed-names.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { askedBy } from '../asking/asking.ts'
import { type Edit, insertAfter, insertBefore } from '../edit/edit.ts'
import { TRIED, TRIED_KEYLESS, triedNames, triedRows } from '../mapper/around/mapper-tries.ts'
import type { Whole } from '../mapper/around/mapper-wholes.ts'
import { bodyLookupMappers, type ShapeMapper, triesMapper, wholeMapper } from '../mapper/mapper.ts'
import type { Part } from '../plan.ts'
import { type Reason, reasons } from '../reason.ts'
import { heldBody, missingOnWays } from './held/held-body.ts'
import { missingWhereLeftOut } from './held/left-out.ts'
import { ownLiteral } from './held/local-body.ts'
import { namesWritten } from './held/names-written.ts'
import { unique } from './literal/literal.ts'
import { refusal } from './refusals/refusal.ts'
import { mutedLosses, runtimeRefusals } from './refusals/runtime-refusals.ts'
import { missingWhereGiven, statedRefusals } from './refusals/stated-refusals.ts'
import type { Lookup } from './tries/lookup.ts'
import { lackAt, lookupAt, mayAsk } from './tries/lookup.ts'
import { bodyFunctionName, LOOKUPS, lookupRows } from './tries/lookup-rows.ts'
import { asksCatalog, asksToTry, mayTry, namesOne, type Tries, triesAt } from './tries/tries.ts'
import { type Completion, completionOf } from './tries/wholes.ts'

/** What a body is rewritten with. */
export interface BodyTarget {
  readonly route: Route
  readonly facet: CompiledFacet
  readonly mapper: ShapeMapper
}

/** Puts the generated mapper around a body, and around that what must be asked of v2 first; or says why that cannot be. */
export const throughMapper = (trace: Trace, site: Site, body: At, target: BodyTarget): Part | Reason => {
  const { facet, mapper } = target
  const asked = askedAround(trace, site, body, target)
  if ('rule' in asked) return asked
  const { lookup, tries, completed } = asked
  const findings = heldBy(trace, site, body, facet, asked)
  if ('rule' in findings) return findings
  const node = bare(body.node)
  // What is looked up or completed on the way says more than is written.
  const says =
    lookup || completed.length > 0
      ? undefined
      : (namesWritten(ownLiteral(trace, node) ?? body.node) ?? namesParsed(trace, body.node))
  const tried = tries ? triedNames(facet.plan) : []
  const narrowed = says ? { ...mapper, says: [...new Set([...says, ...tried])] } : mapper
  if (tries) return triedPart(tries, narrowed, body, facet, findings)
  // An update seldom names them; a create nearly always does, and the mapper would refuse every one.
  if (!lookup && asked.mayAsk && facet.plan.facet === 'create')
    return reasons.lookup(facet.plan, lookupRows(facet.plan), lackAt(trace, site, facet, body.node))
  return mappedPart(asked, narrowed, body, facet, findings)
}

/** What must be asked of v2 around a body. */
interface Asked {
  /** Whether the body may name what v2's catalog knows under another name. */
  readonly mayAsk: boolean
  readonly lookup: Lookup | undefined
  readonly tries: Tries | undefined
  readonly completion: Completion | undefined
  /** What is read first, for v2 takes it whole. */
  readonly completed: readonly Whole[]
  /** What the generated functions see to, so that it is no loss. */
  readonly served: readonly string[]
}

const askedAround = (trace: Trace, site: Site, body: At, target: BodyTarget): Asked | Reason => {
  const { facet, route } = target
  const node = bare(body.node)
  const asks = mayAsk(trace, node, facet)
  const lookup = asks ? lookupAt(trace, site, facet, body.node) : undefined
  const tries = triesFor(trace, site, body, target)
  const completion = completionOf(trace, site, route, node)
  const half = completion?.around ? undefined : completion?.halves[0]
  if (half) return reasons.whole(facet.plan, half.fields)
  const completed = completion?.around ? completion.wholes : []
  const served = [
    ...(lookup ? LOOKUPS : []),
    ...(tries ? (tries.asks ? TRIED : TRIED_KEYLESS) : namesOne(trace, node, facet) ? TRIED : []),
    ...completed.map(({ by }) => by),
  ]
  return { mayAsk: asks, lookup, tries, completion, completed, served }
}

/** What a mapper will say of a body, or refuse; a reason where that is certain before the program runs. */
const heldBy = (
  trace: Trace,
  site: Site,
  body: At,
  facet: CompiledFacet,
  asked: Asked,
): Finding[] | Reason => {
  const { tries, completion, served } = asked
  const node = bare(body.node)
  const untried = tries ? [] : asksToTry(trace, node, facet)
  const refused = refusedOutright(trace, site, body, facet, asked, untried)
  if (refused) return refused
  const { missing, strange, alwaysStrange } = heldBody(trace, node, facet)
  if (missing.length + alwaysStrange.length > 0)
    return refusal({ kind: 'refused', findings: [...strange, ...missing] })
  if (untried.length > 0) {
    const found = triesAt(trace, site, body)
    return reasons.tries(facet.plan, untried, typeof found === 'string' ? found : 'keyless')
  }
  const unsaid = missingWhereGiven(trace, node, facet, served).filter(isLeftBy(asked))
  if (unsaid.some(({ code }) => code === 'REFUSED')) return refusal({ kind: 'refused', findings: unsaid })
  return [
    ...runtimeRefusals(trace, body.node, facet, served),
    ...unsaid,
    // of a call that is one of two, some ways are the other's
    ...(site.branch
      ? []
      : unique([...missingOnWays(trace, body.node, facet), ...missingWhereLeftOut(trace, node, facet)])),
    ...mutedLosses(trace, body.node, facet),
    ...strange.map((one): Finding => ({ ...one, code: 'TOLERATED', why: `where it is given: ${one.why}` })),
    ...halvesOf(completion, facet),
  ]
}

/** Whether a finding is none that the call around the body sees to. */
const isLeftBy =
  ({ completed }: Asked) =>
  ({ at }: Finding): boolean =>
    !completed.some(({ fields }) => fields.includes(at))

/** Why v2 refuses what a body says outright; or would be asked for it, and nobody can be. */
const refusedOutright = (
  trace: Trace,
  site: Site,
  body: At,
  facet: CompiledFacet,
  asked: Asked,
  untried: readonly string[],
): Reason | undefined => {
  const node = bare(body.node)
  const seen = untried.length > 0 ? [...asked.served, ...TRIED] : asked.served
  const stated = (served: readonly string[]): Finding[] =>
    statedRefusals(trace, node, facet, served).filter(isLeftBy(asked))
  const findings = stated(seen)
  if (findings.length === 0) return undefined
  // All that is in the way is that nobody can be asked
  if (asked.mayAsk && !asked.lookup && stated([...seen, ...LOOKUPS]).length === 0)
    return reasons.lookup(facet.plan, lookupRows(facet.plan), lackAt(trace, site, facet, body.node))
  return refusal({ kind: 'refused', findings })
}

/** A body that is sent once for each choice, until v2 has one. */
const triedPart = (
  tries: Tries,
  mapper: ShapeMapper,
  { node }: At,
  facet: CompiledFacet,
  findings: readonly Finding[],
): Part => {
  const trying = { ...askedBy(tries)(triesMapper(mapper.mapping)), keyless: !tries.asks }
  return {
    edits: tries.edits(mapper.name, trying.name),
    mappers: [mapper, trying].map((one) => ({ file: node.getSourceFile(), mapper: one })),
    findings: tries.asks ? findings : [...findings, ...unordered(facet)],
    borrows: tries.borrows,
  }
}

/** A body that goes through its mapper once what it needs is read. */
const mappedPart = (
  { lookup, completion, completed }: Asked,
  mapper: ShapeMapper,
  { node }: At,
  { plan }: CompiledFacet,
  findings: readonly Finding[],
): Part => {
  const looked = lookup ? `await ${bodyFunctionName(lookup.rows[0]?.by ?? '')}(${lookup.key}, ` : ''
  const [before, after] = completion?.around?.(looked) ?? [looked, '']
  const mappers = [
    mapper,
    ...(lookup ? bodyLookupMappers(plan).map(askedBy(lookup)) : []),
    ...completed.map(wholeMapper).map(askedBy(completion ?? {})),
  ]
  const around = [lookup, completion].filter((one) => one !== undefined)
  return {
    edits: [
      ...wrapped(node, `${mapper.name}(${before}`, `${lookup ? ')' : ''}${after})`),
      ...around.flatMap(({ edits }) => edits),
    ],
    mappers: mappers.map((one) => ({ file: node.getSourceFile(), mapper: one })),
    findings,
    borrows: around.flatMap(({ borrows = [] }) => borrows),
  }
}

/** Where the body may ask for what is tried: how, or that it cannot be. */
export const triesFor = (trace: Trace, site: Site, body: At, { facet }: BodyTarget): Tries | undefined => {
  const node = bare(body.node)
  const tries = mayTry(trace, node, facet) ? triesAt(trace, site, body) : undefined
  if (typeof tries === 'string') return undefined
  return tries?.asks || !asksCatalog(trace, node, facet) ? tries : undefined
}

/** Without a key nobody can ask what is in stock: another machine may be chosen, at another price. */
const unordered = ({ plan }: CompiledFacet): Finding[] =>
  triedRows(plan)
    .filter((row) => row.kind === 'field' && row.by === TRIED_KEYLESS[0])
    .map(({ old }) => ({
      code: 'TOLERATED',
      rule: ruleOf(plan, old),
      at: old,
      why: 'the API key cannot be named here, so several are tried in the order given; v1 tried those with stock first',
    }))

/** Half of what v2 takes whole, where nobody can read the other half. */
const halvesOf = (completion: Completion | undefined, { plan }: CompiledFacet): Finding[] =>
  !completion || completion.around
    ? []
    : completion.wholes.map(({ fields }) => ({
        code: 'TOLERATED',
        rule: ruleOf(plan, fields[0]),
        at: fields.join(', '),
        why: 'v2 takes them together: one alone is refused when the program runs',
      }))

const wrapped = (node: ts.Expression, before: string, after: string): Edit[] => {
  if (compiler.isShorthandPropertyAssignment(node.parent))
    return [insertAfter(node, `: ${before}${node.getText()}${after}`)]
  return [insertBefore(node, before), insertAfter(node, after)]
}
