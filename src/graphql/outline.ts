import { once } from '../../mappings/dsl/once.ts'
import { graphqlMutations, graphqlQueries } from '../../mappings/graphql/operations.ts'
import type { GraphqlSplit } from '../proxy/exchange.ts'
import type { Flaw } from './document.ts'
import type { Piece, Plan } from './plan.ts'
import { isOnV2Too } from './run-query.ts'

/** What every run of a plan has to know of it, worked out once. */
export interface Outline {
  /** A metric label: a name of ours, never a caller's. */
  readonly operation: string
  readonly split: GraphqlSplit
  /** Everything that is wrong with it by our schema. */
  readonly flaws: readonly Flaw[]
  /** Nothing for v2 to do, not even in another's place: the document goes on as it came. */
  readonly isForOthersAlone: boolean
}

/** The outline of a plan; of one that is kept, it is kept with it. */
export const outlineOf = once((plan: Plan): Outline => {
  const parts = plan.pieces.flatMap((piece) => (piece.children.length > 0 ? [...piece.children] : [piece]))
  const count = (wanted: Piece['source']): number => parts.filter(({ source }) => source === wanted).length
  return {
    operation: operationName(plan),
    split: { v2: count('v2'), legacy: count('upstream') },
    flaws: [...new Set([...plan.flaws, ...[...plan.pieces, ...parts].flatMap(({ flaws }) => flaws)])],
    isForOthersAlone: areForOthers(parts.filter(({ source }) => source !== 'local')),
  }
})

const areForOthers = (parts: readonly Piece[]): boolean =>
  parts.length > 0 && parts.every((part) => part.source === 'upstream' && !isOnV2Too(part))

const operationName = ({ pieces }: Plan): string => {
  const first = pieces.find(
    ({ name }) => Object.hasOwn(graphqlQueries, name) || Object.hasOwn(graphqlMutations, name),
  )
  return first ? `graphql.${first.name}` : 'graphql.unknown'
}
