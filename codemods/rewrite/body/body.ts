import type { ts } from 'ts-morph'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { compiler } from '../../project/compiler.ts'
import type { At } from '../../sites/body.ts'
import { bare, nameOf } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { askedBy } from '../asking/asking.ts'
import { triedRows } from '../mapper/around/mapper-tries.ts'
import { wholesOf } from '../mapper/around/mapper-wholes.ts'
import { lookupMappers } from '../mapper/mapper.ts'
import type { Part } from '../plan.ts'
import { type Reason, reasons } from '../reason.ts'
import { bothOf } from '../reason-text.ts'
import { isFilledLater } from './held/filled-later.ts'
import { ownLiteral, ownValue, shownBodies } from './held/local-body.ts'
import { type LiteralOutcome, rewriteLiteral, unique } from './literal/literal.ts'
import { refusal } from './refusals/refusal.ts'
import { meansOtherwise, statedRefusals } from './refusals/stated-refusals.ts'
import { builtFor } from './steps/built.ts'
import { rewriteSteps } from './steps/stepped-body.ts'
import { bodyNameOf } from './steps/uses.ts'
import { type BodyTarget, throughMapper, triesFor } from './through-mapper.ts'
import { type Lookup, lackAt, lookupAt } from './tries/lookup.ts'
import { lookupRows } from './tries/lookup-rows.ts'
import { mayTry } from './tries/tries.ts'

/** Rewrites what is sent: a literal where it stands, anything else through a mapper. */
export const rewriteBody = (trace: Trace, site: Site, body: At, target: BodyTarget): Part | Reason => {
  const part = written(trace, site, body, target)
  if ('rule' in part) return part
  const sent = ownValue(trace, body.node) ?? body.node
  const spared = part.mappers.flatMap(({ mapper }) =>
    mapper.use === 'whole' ? (mapper.whole.spare ?? []) : [],
  )
  const otherwise = meansOtherwise(trace, sent, target.facet).filter(({ at }) => !spared.includes(at))
  return { ...part, findings: [...part.findings, ...otherwise] }
}

const written = (trace: Trace, site: Site, body: At, target: BodyTarget): Part | Reason => {
  const { facet } = target
  const sent = bare(body.node)
  if (saysItsJson(trace, body)) return reasons.ownJson()
  // In place, a list would be turned into a text before all of its words are in it
  if (isFilledLater(trace, builtFor(trace, sent) ?? sent, facet))
    return throughMapper(trace, site, body, target)
  const node = ownLiteral(trace, sent) ?? sent
  if (compiler.isObjectLiteralExpression(node)) {
    const lookup = lookupAt(trace, site, facet, node)
    const outcome = rewriteLiteral(trace, node, facet, lookup)
    if (outcome.kind === 'refused') return refusedHere(trace, site, body, target, node, outcome)
    if (outcome.kind === 'edited' && !isTyped(trace.checker, node, facet))
      return editedHere(outcome, lookup, node, facet, shownBodies(trace, sent, facet))
  }
  const value = ownValue(trace, sent)
  const either = value && inBranches(trace, value, facet)
  if (either) return { ...either, findings: [...either.findings, ...shownBodies(trace, sent, facet)] }
  return inSteps(trace, site, body, target) ?? throughMapper(trace, site, body, target)
}

/** Whether JSON.stringify asks what is sent for what to say: `toJSON() { return { imageName: this.image } }`. */
const saysItsJson = (trace: Trace, { node, scope }: At): boolean =>
  [node, ...trace.sources(node, scope).map((source) => source.node)].some(
    (one) =>
      compiler.isExpression(one) && trace.checker.getTypeAtLocation(one).getProperty('toJSON') !== undefined,
  )

type Refused = Extract<LiteralOutcome, { kind: 'refused' }>

/** A literal that v2 refuses as it is: what a mapper around the call can see to goes through one. */
const refusedHere = (
  trace: Trace,
  site: Site,
  body: At,
  target: BodyTarget,
  node: ts.ObjectLiteralExpression,
  outcome: Refused,
): Part | Reason => {
  const { facet } = target
  const { findings } = outcome
  if (isOnlyHalf(outcome, target) || asksOnlyToTry(trace, outcome, node, facet))
    return throughMapper(trace, site, body, target)
  if (triesFor(trace, site, body, target))
    return refusal({ ...outcome, findings: findings.filter(({ at }) => !isTried(facet, at)) })
  const rows = lookupRows(facet.plan)
  const isLookedUp = ({ at }: Finding): boolean => rows.some(({ old }) => old === at)
  if (findings.every(isLookedUp)) return lookupReason(trace, site, node, facet)
  const all = unique([...findings, ...statedRefusals(trace, node, facet)])
  if (!all.some(isLookedUp) || !saysLookedUp(node, facet)) return refusal({ ...outcome, findings: all })
  // It is in the way only where nobody can look it up
  const left = refusal({ ...outcome, findings: all.filter((one) => !isLookedUp(one)) })
  return lookupAt(trace, site, facet, node) ? left : bothOf(left, lookupReason(trace, site, node, facet))
}

/** A literal that says v2's words where it stands. */
const editedHere = (
  { edits, findings, looksUp }: Extract<LiteralOutcome, { kind: 'edited' }>,
  lookup: Lookup | undefined,
  node: ts.Node,
  { plan }: CompiledFacet,
  shown: readonly Finding[],
): Part => {
  const file = node.getSourceFile()
  return {
    edits: [...edits, ...(looksUp ? (lookup?.edits ?? []) : [])],
    mappers: looksUp
      ? lookupMappers(plan)
          .map(askedBy(lookup ?? {}))
          .map((mapper) => ({ file, mapper }))
      : [],
    findings: [...findings, ...shown],
    borrows: looksUp ? (lookup?.borrows ?? []) : [],
  }
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
    mappers: looksUp
      ? lookupMappers(facet.plan)
          .map(askedBy(lookup ?? {}))
          .map((mapper) => ({ file, mapper }))
      : [],
    findings: built ? [...findings, ...meansOtherwise(trace, built, facet)] : findings,
    borrows: looksUp ? (lookup?.borrows ?? []) : [],
  }
}

/** What is looked up is said and cannot be, or is not said at all. */
const lookupReason = (
  trace: Trace,
  site: Site,
  node: ts.ObjectLiteralExpression,
  facet: CompiledFacet,
): Reason => {
  const { plan } = facet
  const rows = lookupRows(plan)
  return saysLookedUp(node, facet)
    ? reasons.lookup(plan, rows, lackAt(trace, site, facet, node))
    : reasons.unsaid(plan, rows)
}

const saysLookedUp = (node: ts.ObjectLiteralExpression, { plan }: CompiledFacet): boolean =>
  node.properties.some(
    ({ name }) => !name || lookupRows(plan).some(({ old }) => old === nameOf(name as ts.PropertyName)),
  )

/** Whether nothing but choices stands in the way of a literal. */
const asksOnlyToTry = (
  trace: Trace,
  { findings }: Refused,
  node: ts.Expression,
  facet: CompiledFacet,
): boolean => mayTry(trace, node, facet) && findings.every(({ at }) => isTried(facet, at))

/** Whether nothing but the other half of something is missing. */
const isOnlyHalf = ({ findings }: Refused, { route }: BodyTarget): boolean => {
  const names = wholesOf(route).flatMap(({ fields }) => fields)
  return findings.every(({ at }) => names.includes(at))
}

const isTried = ({ plan }: CompiledFacet, at: string): boolean =>
  triedRows(plan).some(({ old }) => old === at)

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
