import type { Resource } from '../../../mappings/dsl/mapping.ts'
import { graphqlResources } from '../../../mappings/graphql/resources.ts'

/** The rows of a GraphQL type and its inputs, by the mapping's id. */
export const graphqlResource = (id: string): Resource | undefined =>
  graphqlResources.find((one) => one.id === id)
