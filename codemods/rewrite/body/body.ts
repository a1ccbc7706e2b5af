import type { ts } from 'ts-morph'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../../mappings/dsl/plan.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import { compiler } from '../../project/compiler.ts'
import type { At } from '../../sites/body.ts'
import { bare, nameOf } from '../../sites/program/scope.ts'
import { namesParsed } from '../../sites/schemas/parsed-names.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Edit, insertAfter, insertBefore } from '../edit/edit.ts'
import {
  bodyLookupMappers,
  lookupMappers,
  type ShapeMapper,
  triesMapper,
  wholeMapper,
} from '../mapper/mapper.ts'
import { TRIED, TRIED_KEYLESS, triedNames, triedRows } from '../mapper/mapper-tries.ts'
import { wholesOf } from '../mapper/mapper-wholes.ts'
import type { Part } from '../plan.ts'
import { type Reason, reasons } from '../reason.ts'
import { saidOnce, settling } from '../reason-text.ts'
import { heldBody, missingOnWays } from './held-body.ts'
import { type LiteralOutcome, rewriteLiteral, unique } from './literal.ts'
import { ownLiteral, ownValue, shownBodies } from './local-body.ts'
import { lookupAt, mayAsk } from './lookup.ts'
import { bodyFunctionName, LOOKUPS, lookupRows } from './lookup-rows.ts'
import { namesWritten } from './names-written.ts'
import { mutedLosses, runtimeRefusals } from './runtime-refusals.ts'
import { meansOtherwise, missingWhereGiven, statedRefusals } from './stated-refusals.ts'
import { builtFor } from './steps/built.ts'
import { rewriteSteps } from './steps/stepped-body.ts'
import { bodyNameOf } from './steps/uses.ts'
import { asksCatalog, asksToTry, mayTry, type Tries, triesAt } from './tries.ts'
import { type Completion, completionOf } from './wholes.ts'

/** What a body is rewritten with. */
export interface BodyTarget {
  readonly route: Route
  readonly facet: CompiledFacet
  readonly mapper: ShapeMapper
}

/** Rewrites what is sent: a literal where it stands, anything else through a mapper. */
export const rewriteBody = (trace: Trace, site: Site, body: At, target: BodyTarget): Part | Reason => {
  const part = written(trace, site, body, target)
  if ('rule' in part) return part
  const sent = ownValue(trace, body.node) ?? body.node
  return { ...part, findings: [...part.findings, ...meansOtherwise(trace, sent, target.facet)] }
}

const written = (trace: Trace, site: Site, body: At, target: BodyTarget): Part | Reason => {
  const { facet } = target
  const sent = bare(body.node)
  const node = ownLiteral(trace, sent) ?? sent
  const rows = lookupRows(facet.plan)
  if (compiler.isObjectLiteralExpression(node)) {
    const file = node.getSourceFile()
    const lookup = lookupAt(trace, site, facet, node)
    const outcome = rewriteLiteral(trace, node, facet, lookup)
    if (outcome.kind === 'refused' && isOnlyHalf(outcome, target))
      return throughMapper(trace, site, body, target)
    if (outcome.kind === 'refused' && asksOnlyToTry(trace, outcome, node, facet))
      return throughMapper(trace, site, body, target)
    if (outcome.kind === 'refused' && triesFor(trace, site, body, target))
      return refusal({ ...outcome, findings: outcome.findings.filter(({ at }) => !isTried(facet, at)) })
    if (outcome.kind === 'refused')
      return outcome.findings.every(({ at }) => rows.some(({ old }) => old === at))
        ? lookupReason(node, facet)
        : refusal({
            ...outcome,
            findings: unique([...outcome.findings, ...statedRefusals(trace, node, facet)]),
          })
    if (outcome.kind === 'edited' && !isTyped(trace.checker, node, facet))
      return {
        edits: [...outcome.edits, ...(outcome.looksUp ? (lookup?.edits ?? []) : [])],
        mappers: outcome.looksUp ? lookupMappers(facet.plan).map((mapper) => ({ file, mapper })) : [],
        findings: [...outcome.findings, ...shownBodies(trace, sent, facet)],
        borrows: outcome.looksUp ? (lookup?.borrows ?? []) : [],
      }
  }
  const value = ownValue(trace, sent)
  const either = value && inBranches(trace, value, facet)
  if (either) return { ...either, findings: [...either.findings, ...shownBodies(trace, sent, facet)] }
  return inSteps(trace, site, body, target) ?? throughMapper(trace, site, body, target)
}

/** `scaled ? { workersMax: 3 } : { workersMin: 0, workersMax: 0 }`: each of the two where it stands. */
const inBranches = (trace: Trace, value: ts.Expression, facet: CompiledFacet): Part | undefined => {
  if (!compiler.isConditionalExpression(value)) return undefined
  const parts = [value.whenTrue, value.whenFalse].map((given): Part | undefined => {
    const node = bare(given)
    if (!compiler.isObjectLiteralExpression(node)) return inBranches(trace, node, facet)
    const outcome = isTyped(trace.checker, node, facet) ? undefined : rewriteLiteral(trace, node, facet)
    return outcome?.kind === 'edited' ? { ...outcome, mappers: [] } : undefined
  })
  const [one, two] = parts
  return (
    one &&
    two && {
      edits: [...one.edits, ...two.edits],
      mappers: [],
      findings: unique([...one.findings, ...two.findings]),
    }
  )
}

/** A body that is built in steps, where every step can be said in v2's words. */
const inSteps = (trace: Trace, site: Site, { node }: At, { facet }: BodyTarget): Part | undefined => {
  const built = builtFor(trace, bare(node))
  const sent = built ?? bare(node)
  const literal = bodyNameOf(trace, sent)?.literal
  if ([bare(node), sent, literal].some((one) => one && isTyped(trace.checker, one, facet))) return undefined
  const file = node.getSourceFile()
  // what another function builds cannot wait for anything
  const lookup = built ? undefined : lookupAt(trace, site, facet, node)
  const stepped = rewriteSteps(trace, sent, facet, lookup)
  if (!stepped) return undefined
  const { edits, findings, looksUp } = stepped
  return {
    edits: [...edits, ...(looksUp ? (lookup?.edits ?? []) : [])],
    mappers: looksUp ? lookupMappers(facet.plan).map((mapper) => ({ file, mapper })) : [],
    findings: built ? [...findings, ...meansOtherwise(trace, built, facet)] : findings,
    borrows: looksUp ? (lookup?.borrows ?? []) : [],
  }
}

/** What is looked up is said and cannot be, or is not said at all. */
const lookupReason = (node: ts.ObjectLiteralExpression, { plan }: CompiledFacet): Reason => {
  const rows = lookupRows(plan)
  const isSaid = node.properties.some(
    ({ name }) => !name || rows.some(({ old }) => old === nameOf(name as ts.PropertyName)),
  )
  return isSaid ? reasons.lookup(plan, rows) : reasons.unsaid(plan, rows)
}

/** Where the body may ask for what is tried: how, or that it cannot be. */
const triesFor = (trace: Trace, site: Site, body: At, { facet }: BodyTarget): Tries | undefined => {
  const node = bare(body.node)
  const tries = mayTry(trace, node, facet) ? triesAt(trace, site, body, facet) : undefined
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

/** Whether nothing but choices stands in the way of a literal. */
const asksOnlyToTry = (
  trace: Trace,
  { findings }: Extract<LiteralOutcome, { kind: 'refused' }>,
  node: ts.Expression,
  facet: CompiledFacet,
): boolean => mayTry(trace, node, facet) && findings.every(({ at }) => isTried(facet, at))

/** Whether nothing but the other half of something is missing. */
const isOnlyHalf = (
  { findings }: Extract<LiteralOutcome, { kind: 'refused' }>,
  { route }: BodyTarget,
): boolean => {
  const names = wholesOf(route).flatMap(({ fields }) => fields)
  return findings.every(({ at }) => names.includes(at))
}

const isTried = ({ plan }: CompiledFacet, at: string): boolean =>
  triedRows(plan).some(({ old }) => old === at)

const throughMapper = (trace: Trace, site: Site, body: At, target: BodyTarget): Part | Reason => {
  const { facet, mapper } = target
  const { node } = body
  const file = node.getSourceFile()
  const asks = mayAsk(trace, bare(node), facet)
  const lookup = asks ? lookupAt(trace, site, facet, node) : undefined
  const tries = triesFor(trace, site, body, target)
  const completion = completionOf(trace, site, target.route, bare(node))
  const half = completion?.around ? undefined : completion?.halves[0]
  if (half) return reasons.whole(facet.plan, half.fields)
  const completed = completion?.around ? completion.wholes : []
  const served: string[] = [
    ...(lookup ? LOOKUPS : []),
    ...(tries ? (tries.asks ? TRIED : TRIED_KEYLESS) : []),
    ...completed.map(({ by }) => by),
  ]
  const untried = tries ? [] : asksToTry(trace, bare(node), facet)
  const findings = statedRefusals(
    trace,
    bare(node),
    facet,
    untried.length > 0 ? [...served, ...TRIED] : served,
  ).filter(({ at }) => !completed.some(({ fields }) => fields.includes(at)))
  if (findings.length > 0) return refusal({ kind: 'refused', findings })
  const { missing, strange } = heldBody(trace, bare(node), facet)
  if (missing.length > 0) return refusal({ kind: 'refused', findings: [...strange, ...missing] })
  if (untried.length > 0)
    return reasons.tries(facet.plan, untried, triesAt(trace, site, body, facet) !== undefined)
  const unsaid = missingWhereGiven(trace, bare(node), facet, served).filter(
    ({ at }) => !completed.some(({ fields }) => fields.includes(at)),
  )
  if (unsaid.some(({ code }) => code === 'REFUSED')) return refusal({ kind: 'refused', findings: unsaid })
  const said = [
    ...runtimeRefusals(trace, node, facet, served),
    ...unsaid,
    // of a call that is one of two, some ways are the other's
    ...(site.branch ? [] : unique(missingOnWays(trace, node, facet))),
    ...mutedLosses(trace, node, facet),
    ...strange.map((one): Finding => ({ ...one, code: 'TOLERATED', why: `where it is given: ${one.why}` })),
    ...halvesOf(completion, facet),
  ]
  // What is looked up or completed on the way says more than is written.
  const says =
    lookup || completed.length > 0
      ? undefined
      : (namesWritten(ownLiteral(trace, bare(node)) ?? node) ?? namesParsed(trace, node))
  const tried = tries ? triedNames(facet.plan) : []
  const narrowed = says ? { ...mapper, says: [...new Set([...says, ...tried])] } : mapper
  if (tries) {
    const trying = { ...triesMapper(mapper.mapping), keyless: !tries.asks }
    const mappers = [narrowed, trying].map((one) => ({ file, mapper: one }))
    const findings = tries.asks ? said : [...said, ...unordered(facet)]
    return { edits: tries.edits(mapper.name, trying.name), mappers, findings, borrows: tries.borrows }
  }
  // An update seldom names them; a create nearly always does, and the mapper would refuse every one.
  if (!lookup && asks && facet.plan.facet === 'create')
    return reasons.lookup(facet.plan, lookupRows(facet.plan))
  const looked = lookup ? `await ${bodyFunctionName(lookup.rows[0]?.by ?? '')}(${lookup.key}, ` : ''
  const [before, after] = completion?.around?.(looked) ?? [looked, '']
  const mappers = [narrowed, ...(lookup ? bodyLookupMappers(facet.plan) : []), ...completed.map(wholeMapper)]
  return {
    edits: [
      ...wrapped(node, `${mapper.name}(${before}`, `${lookup ? ')' : ''}${after})`),
      ...(lookup?.edits ?? []),
      ...(completion?.edits ?? []),
    ],
    mappers: mappers.map((one) => ({ file, mapper: one })),
    findings: said,
    borrows: [...(lookup?.borrows ?? []), ...(completion?.borrows ?? [])],
  }
}

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

/** What a person must look at: all of it at once, so that nobody has to run this once for each field. */
export const refusal = ({ findings }: Extract<LiteralOutcome, { kind: 'refused' }>): Reason => {
  const harmless: readonly string[] = ['DEFAULTED', 'DROPPED', 'TOLERATED']
  const serious = findings.filter(({ code }) => !harmless.includes(code))
  const all = [...new Map((serious.length > 0 ? serious : findings).map((one) => [one.at, one])).values()]
  return { rule: all[0]?.rule ?? 'codemod.body', why: saidOnce(all), fix: settling(all) }
}

/** Whether a body is held to a type that is written in the old API's words, or has no room for v2's groups. */
const isTyped = (checker: ts.TypeChecker, node: ts.Expression, facet: CompiledFacet): boolean => {
  const type = checker.getContextualType(node)
  if (!type || type.flags & (compiler.TypeFlags.Any | compiler.TypeFlags.Unknown)) return false
  const open = compiler.TypeFlags.Any | compiler.TypeFlags.Unknown
  if (checker.getIndexInfosOfType(type).some((info) => !(info.type.flags & open))) return true
  const old = new Set(facet.plan.old.map((path) => path.split('.')[0]))
  const renamed = [...old].filter((name) => !facet.plan.v2.includes(name ?? ''))
  return checker.getPropertiesOfType(type).some(({ name }) => renamed.includes(name))
}

const wrapped = (node: ts.Expression, before: string, after: string): Edit[] => {
  if (compiler.isShorthandPropertyAssignment(node.parent))
    return [insertAfter(node, `: ${before}${node.getText()}${after}`)]
  return [insertBefore(node, before), insertAfter(node, after)]
}
