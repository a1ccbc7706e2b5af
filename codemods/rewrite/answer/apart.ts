import type { ts } from 'ts-morph'
import { workers } from '../../../mappings/v1/workers.ts'
import { compiler } from '../../project/compiler.ts'
import { usesOf } from '../../sites/answers/uses/uses.ts'
import type { Uses } from '../../sites/answers/uses/uses-walk.ts'
import { referencesOf } from '../../sites/program/names/references.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { lostOnTheWay, stoodInOnTheWay } from './lost/lost-reads.ts'
import { goesOnWhole } from './lost/unsaid-whole.ts'
import { anywhere } from './reads/found-anywhere.ts'
import { type LostRead, readPathsOf } from './reads/read-paths.ts'
import type { AnswerUses } from './reads/reads-in-place.ts'

type Found = Pick<Uses, 'reads' | 'asked'>

/** What is read of the items that a member holds, and v2 does not say. */
export interface LostInside {
  readonly lost: readonly LostRead[]
  /** Where a mapper says something in its place. */
  readonly stoodIn: readonly LostRead[]
}

export const NOTHING_LOST: LostInside = { lost: [], stoodIn: [] }

/**
 * The members that a call is to ask v2 for apart: none of them where all that reads the answer is in sight, and none of it
 * is about them.
 * @param apart those that it can ask for
 */
export const wantedOf = (
  trace: Trace,
  seen: AnswerUses | undefined,
  { reads, asked }: Found,
  apart: readonly string[],
): ReadonlySet<string> => {
  const isNamed = (name: string | undefined): boolean => name === undefined || apart.includes(name)
  const isRead =
    reads.some(({ path: [name = ''] }) => isNamed(name)) || asked.some(({ name }) => isNamed(name))
  const isTaken = seen?.opened !== true && (isRead || !seen || goesOnWhole(trace, seen.uses))
  return new Set(isTaken ? apart : [])
}

/** What is read of the workers that a member of an answer holds: v2 says less of them than v1 did. */
export const lostInside = (trace: Trace, { reads }: Found, [member]: readonly string[]): LostInside => {
  const { kindOf } = readPathsOf(workers)
  const roots = reads
    .filter(({ path }) => path.join('.') === member)
    .flatMap(({ node }) => rootsOf(trace, node))
  const uses = usesOf(trace, { roots, bound: [] }, { kind: 'list', path: [] }, kindOf, undefined, anywhere())
  const route = { mapping: workers }
  return { lost: lostOnTheWay(trace, uses, route), stoodIn: stoodInOnTheWay(trace, uses, route) }
}

const rootsOf = (trace: Trace, node: ts.Expression | ts.BindingElement): readonly ts.Expression[] => {
  if (!compiler.isBindingElement(node)) return [node]
  return compiler.isIdentifier(node.name) ? referencesOf(trace, node.name) : []
}
