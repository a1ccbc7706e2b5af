import type { Operation } from '../../mappings/graphql/operation.ts'
import { graphqlChildren, graphqlMutations, graphqlQueries } from '../../mappings/graphql/operations.ts'
import type { ReferenceOperation, ReferenceResource } from './model.ts'

const ANSWERS: Record<Operation['source'], string> = {
  v2: 'made from the answers of REST v2',
  upstream: 'the legacy API while it lives, an error after',
  mixed: 'each of its fields on its own',
}

const operationsOf = (
  kind: string,
  prefix: string,
  all: Readonly<Record<string, Operation>>,
): readonly ReferenceOperation[] =>
  Object.entries(all).map(([name, { source, v2, gone, prefersUpstream, capability }]) => ({
    id: `graphql.${prefix}${name}`,
    old: `${kind} ${prefix.replace('.', ' ')}${name}`,
    v2,
    answer: ANSWERS[source],
    behaviours: [
      ...(prefersUpstream ? [prefersUpstream] : []),
      ...(capability
        ? [`Newer v2 can do it (--capability ${capability.name}): ${capability.v2.join(', ')}`]
        : []),
    ],
    gone: v2.length > 0 ? '' : (gone ?? ''),
  }))

/** The page of every GraphQL query and mutation, and the children of `myself`. */
export const graphqlOperations = (): ReferenceResource => ({
  id: 'graphql.operations',
  title: 'Queries and mutations',
  api: 'graphql',
  operations: [
    ...operationsOf('mutation', '', graphqlMutations),
    ...operationsOf('query', '', graphqlQueries),
    ...operationsOf('query', 'myself.', graphqlChildren),
  ],
  facets: [],
})
