import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { compiler } from '../../../project/compiler.ts'
import { nameOf, someNode } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { same } from '../steps/effects.ts'
import { OnCondition } from './on-condition.ts'
import { valueAt } from './value-at.ts'
import { forksOf, type Said } from './ways.ts'

/** A body of v2 of which parts hang on conditions, and what is to be said of it. */
export interface Forked {
  readonly doc: Readonly<Record<string, unknown>>
  readonly findings: readonly Finding[]
}

/** What is to be said of a body in the old API's words; undefined where a mapper has to look at it. */
export type Settle = (doc: Readonly<Record<string, unknown>>) => readonly Finding[] | undefined

const MOST_FORKS = 2
/** Members of v2's body that hang on conditions: more of them, and a mapper is read more easily. */
const MOST_OPEN = 2

/**
 * The body of a literal whose shape hangs on values that only the running program knows, each shape said on its condition
 * (`mounts: volume ? { network: […] } : { persistent: … }`). Undefined where it cannot be said so.
 */
export const forkedDoc = (
  trace: Trace,
  node: ts.ObjectLiteralExpression,
  facet: CompiledFacet,
  settle: Settle,
): Forked | undefined => {
  const said = saidBy(trace, node)
  // what is waited for may change what a condition comes to
  if (!said || waits(node)) return undefined
  // one condition that settles it, before two of which the first may have nothing to do with it
  let forked: Forked | undefined
  for (let most = 1; most <= MOST_FORKS && !forked; most++) forked = forkOf(trace, said, facet, settle, most)
  const open = Object.values(forked?.doc ?? {}).filter((value) => value instanceof OnCondition)
  return open.length > 0 && open.length <= MOST_OPEN ? forked : undefined
}

const saidBy = (trace: Trace, node: ts.ObjectLiteralExpression): Said | undefined => {
  const said = new Map<string, { hole: ReturnType<typeof valueAt>; node: ts.Expression }>()
  for (const property of node.properties) {
    const name = property.name && nameOf(property.name)
    const value = compiler.isPropertyAssignment(property)
      ? property.initializer
      : compiler.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined
    if (name === undefined || !value || said.has(name)) return undefined
    said.set(name, { hole: valueAt(trace, value, property), node: value })
  }
  return said
}

const waits = (node: ts.Node): boolean =>
  someNode(node, (inner) => compiler.isAwaitExpression(inner) || compiler.isYieldExpression(inner))

const forkOf = (
  trace: Trace,
  said: Said,
  facet: CompiledFacet,
  settle: Settle,
  left: number,
): Forked | undefined => {
  const doc = Object.fromEntries([...said].map(([name, { hole }]) => [name, hole]))
  const findings = settle(doc)
  if (findings) return { doc: facet.upHoles(doc).doc, findings }
  if (left === 0) return undefined
  const found = forksOf(trace, said, facet).flatMap(({ condition, yes, no }): Forked | [] => {
    const [one, other] = [yes, no].map((side) => forkOf(trace, side, facet, settle, left - 1))
    return one && other
      ? {
          doc: joined(condition, one.doc, other.doc),
          findings: [...one.findings, ...other.findings].filter((finding, _, all) => isOnBoth(finding, all)),
        }
      : []
  })
  const [plainest] = found.sort((one, other) => conditionsIn(one.doc) - conditionsIn(other.doc))
  return plainest
}

/** How often a value asks: of two ways to say the same, the one that asks less is read more easily. */
const conditionsIn = (value: unknown): number => {
  const own = value instanceof OnCondition ? 1 : 0
  const inner = typeof value === 'object' && value !== null && !isHole(value) ? Object.values(value) : []
  return inner.reduce<number>((sum, one) => sum + conditionsIn(one), own)
}

const joined = (condition: string, yes: Forked['doc'], no: Forked['doc']): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set([...Object.keys(yes), ...Object.keys(no)])].map((key) => [
      key,
      same(yes[key], no[key]) ? yes[key] : new OnCondition(condition, yes[key], no[key]),
    ]),
  )

/** What goes on one way and is said on the other is not lost. */
const isOnBoth = ({ code, at }: Finding, all: readonly Finding[]): boolean =>
  code !== 'DROPPED' || all.filter((one) => one.code === code && one.at === at).length > 1
