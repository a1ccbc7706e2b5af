import { lackOf, type Operation } from '../../../mappings/graphql/operation.ts'
import { graphqlChildren, graphqlMutations, graphqlQueries } from '../../../mappings/graphql/operations.ts'
import { graphqlResources } from '../../../mappings/graphql/resources.ts'
import { resources, routes } from '../../../mappings/v1/index.ts'
import { vocabularyFrom } from './from-mappings.ts'
import type { OperationFact, Vocabulary } from './vocabulary.ts'

/** A reader of the audit may still ask GraphQL. */
const facts = (
  at: OperationFact['at'],
  operations: Readonly<Record<string, Operation>>,
): readonly OperationFact[] =>
  Object.entries(operations).map(([name, { v2, gone }]) => ({
    name,
    at,
    v2,
    ...(gone === undefined ? {} : { gone: lackOf(gone) }),
  }))

/** The whole mapping as the audit sees it. */
export const mappingVocabulary = (): Vocabulary =>
  vocabularyFrom({
    v1: resources,
    graphql: graphqlResources,
    routes,
    operations: [
      ...facts('myself', graphqlChildren),
      ...facts('query', graphqlQueries),
      ...facts('mutation', graphqlMutations),
    ],
  })
