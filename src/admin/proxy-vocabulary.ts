import { graphqlMutations, graphqlQueries } from '../../mappings/graphql/operations.ts'
import { v2Operations } from '../../mappings/schemas/operations.ts'
import { resources, routes } from '../../mappings/v1/index.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** The words of the whole mapping. */
export const proxyVocabulary = (): Vocabulary =>
  createVocabulary({
    resources,
    ruleSpaces: ['graphql.'],
    routes,
    operations: [
      ...['unknown', ...Object.keys(graphqlQueries), ...Object.keys(graphqlMutations)].map(
        (name) => `graphql.${name}`,
      ),
    ],
    templates: ['/graphql', ...Object.values(v2Operations).map(({ path }) => path)],
  })
