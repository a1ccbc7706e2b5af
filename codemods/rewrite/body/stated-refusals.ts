import type { ts } from 'ts-morph'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import { Hole, isHole } from '../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { bare } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { keptOtherwise } from './kept-otherwise.ts'
import { setSometimes, statedBody } from './local-body.ts'
import { isServed, missingFromV2, needsMoreCalls } from './loss.ts'
import { mayHold } from './may-hold.ts'

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
  const stated = [...needsMoreCalls(facet.plan, doc, served), ...said].filter(
    ({ code, at }) => code === 'REFUSED' && isStated(doc[at]),
  )
  const isOpen = (name: string): boolean => name in doc || isServed(facet.plan, name, served)
  const missing = isWhole ? missingFromV2(facet, v2).filter(({ at }) => !at.split(', ').some(isOpen)) : []
  return [...stated, ...missing]
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
  return keptOtherwise(facet.plan).flatMap((one): Finding[] => {
    if (one.at in doc) return [one]
    return type.getProperty(one.at) || isPassed(one.at)
      ? [{ ...one, why: `where it is given: ${one.why}` }]
      : []
  })
}

const isStated = (value: unknown): boolean =>
  isHole(value) && (value.known !== undefined || value.items !== undefined)
