import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { Hole, isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { compiler } from '../../../project/compiler.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { constantBehind } from '../../address/path/constant.ts'
import { ownValue, setSometimes, statedBody, writtenAt } from '../held/local-body.ts'
import { mayHold } from '../held/may-hold.ts'
import { unique } from '../literal/literal.ts'
import { holeOf } from '../literal/literal-values.ts'
import { isServed, missingFromV2, needsMoreCalls, sayingAlike } from '../loss.ts'
import { docsSent } from '../steps/stepped-body.ts'
import { defaultOf } from './default-of.ts'
import { keptOtherwise } from './kept-otherwise.ts'
import { outOfRange } from './out-of-range.ts'

/**
 * What a body that is put together in sight of the call says outright and v2 cannot honour: it would only fail later,
 * in the mapper.
 * @param served behaviours that generated code takes care of
 */
export const statedRefusals = (
  trace: Trace,
  node: ts.Expression,
  facet: CompiledFacet,
  served: readonly string[] = [],
): Finding[] => {
  const { doc, isWhole } = statedBody(trace, node)
  const { doc: v2, findings: said } = facet.upHoles(doc)
  const named = asWritten(trace, facet, doc)
  const byDefault = facet
    .upHoles(asWritten(trace, facet, doc, decidersOf(facet.plan)))
    .findings.filter(({ code }) => code === 'REFUSED')
  const later = [...facet.upHoles(named).findings, ...byDefault, ...said].filter(
    ({ at, code }, index, all) => all.findIndex((one) => one.at === at && one.code === code) === index,
  )
  const stated = [...needsMoreCalls(facet.plan, doc, served), ...later].filter((one) =>
    isRefusedAsSaid(one, named),
  )
  const isOpen = (name: string): boolean =>
    sayingAlike(facet.plan, name).some((one) => one in doc) || isServed(facet.plan, name, served)
  const missing = isWhole ? missingFromV2(facet, v2).filter(({ at }) => !at.split(', ').some(isOpen)) : []
  return unique([
    ...stated,
    ...missing,
    ...outOfRange(trace, facet, doc),
    ...refusedOnWays(trace, node, facet),
  ])
}

/**
 * What v2 refuses of what one way through the program says, whatever another says in its place: `minRAMPerGPU` of the GPU
 * pod, in a body that may be a CPU pod's.
 */
const refusedOnWays = (trace: Trace, node: ts.Expression, facet: CompiledFacet): Finding[] =>
  waysOf(trace, node).flatMap((way) => {
    const doc = asWritten(trace, facet, way)
    return facet.upHoles(doc).findings.filter((one) => isRefusedAsSaid(one, doc))
  })

/** What a body says on each way to where it is sent, as far as that can be told; nothing where there is but one. */
const waysOf = (trace: Trace, node: ts.Expression): readonly Readonly<Record<string, unknown>>[] => {
  const value = bare(ownValue(trace, node) ?? node)
  if (!compiler.isConditionalExpression(value)) return docsSent(trace, node) ?? []
  return [value.whenTrue, value.whenFalse].flatMap((one) => [
    statedBody(trace, one).doc,
    ...waysOf(trace, one),
  ])
}

/**
 * What v2 wants said beside values that only the running program knows, where they are given: half of a volume, say.
 * Where they always are, v2 would refuse every run.
 */
export const missingWhereGiven = (
  trace: Trace,
  node: ts.Expression,
  facet: CompiledFacet,
  served: readonly string[],
): Finding[] => {
  const { doc, isWhole } = statedBody(trace, node)
  if (!isWhole) return []
  const isSaid = (name: string): boolean =>
    name in doc || !/^\w+$/.test(name) || isServed(facet.plan, name, served)
  const missing = (given: Given): Finding[] =>
    missingFromV2(facet, facet.upHoles(Object.fromEntries(given)).doc).filter(
      ({ at }) => !at.split(', ').some(isSaid),
    )
  const given = Object.entries(doc).map(([name, value]) => [name, there(value)] as const)
  const sometimes = setSometimes(trace, node)
  const always = missing(given.filter(([name]) => !sometimes.has(name) && isAlways(doc[name])))
  const atTimes = missing(given).map((one): Finding => ({ ...one, code: 'TOLERATED', why: unsaid(one) }))
  return always.length > 0 ? always : atTimes
}

type Given = readonly (readonly [name: string, value: unknown])[]

const unsaid = ({ why }: Finding): string => `${why}, and the call does not say it`

const isAlways = (value: unknown): boolean => !(isHole(value) && (value.mayBeAbsent || value.mayBeBlank))

const there = (value: unknown): unknown => (isHole(value) && !value.known ? thereOf(value) : value)

const thereOf = (hole: Hole): Hole =>
  new Hole(hole.text, {
    ...hole,
    mayBeAbsent: false,
    mayBeNull: false,
    mayBeBlank: undefined,
    never: [0, '0', '', false],
  })

/** What is kept as it is and yet means something else in v2: said where the body, or its type, names it. */
export const meansOtherwise = (trace: Trace, node: ts.Expression, facet: CompiledFacet): Finding[] => {
  const { doc } = statedBody(trace, node)
  const type = trace.checker.getNonNullableType(trace.checker.getTypeAtLocation(bare(node)))
  // Of a body that may hold anything, nothing is known
  const isPassed = (name: string): boolean => mayHold(trace, node, name) && !mayHold(trace, node, '')
  return keptOtherwise(facet.plan, doc).flatMap((one): Finding[] => {
    if (one.at in doc) return [one]
    return type.getProperty(one.at) || isPassed(one.at)
      ? [{ ...one, why: `where it is given: ${one.why}` }]
      : []
  })
}

/**
 * The body with what is written out elsewhere, and said here by the name of a constant: that may be changed one day, and
 * what v2 cannot honour is refused in every run until then. Of what v2 refuses, a default is what everybody asks for who
 * leaves it out, and a list that has something in it is not empty, whatever that comes to.
 * @param others what else is taken for its default
 */
const asWritten = (
  trace: Trace,
  { plan }: CompiledFacet,
  doc: Readonly<Record<string, unknown>>,
  others: readonly string[] = [],
): Record<string, unknown> => {
  const refused = new Set(flatRows(plan.rows).flatMap((row) => (row.kind === 'refuse' ? [row.old] : [])))
  const isDefault = (name: string): boolean => refused.has(name) || others.includes(name)
  return Object.fromEntries(
    Object.entries(doc).map(([name, value]) => {
      const said = isHole(value) && !value.known ? writtenAt(value.origin) : undefined
      const given = said && bare(said)
      const constant =
        given &&
        ((isDefault(name) ? defaultOf(trace, given) : undefined) ?? constantBehind(trace.checker, given))
      const hole = constant ? holeOf(trace.checker, constant, said) : value
      return [name, refused.has(name) && isHole(hole) && hole.items?.length ? filled(hole, hole.items) : hole]
    }),
  )
}

/** What decides what else is asked of a body: `computeType`, whose default nobody says who asks for a GPU. */
const decidersOf = ({ rows }: CompiledFacet['plan']): readonly string[] =>
  rows.flatMap((row) => (row.kind === 'cases' ? row.cases.flatMap(({ old }) => Object.keys(old)) : []))

const filled = (hole: Hole, items: readonly Hole[]): Hole =>
  new Hole(hole.text, { ...hole, known: { value: items.map(({ known, text }) => known?.value ?? text) } })

/** Whether v2 refuses what is said there; a field that the old operation did not have (`isServerless` of an update), by whatever value. */
const isRefusedAsSaid = ({ code, at }: Finding, doc: Readonly<Record<string, unknown>>): boolean =>
  code === 'UNKNOWN_FIELD' || (code === 'REFUSED' && isStated(doc[at]))

const isStated = (value: unknown): boolean =>
  isHole(value) && (value.known !== undefined || value.items !== undefined)
