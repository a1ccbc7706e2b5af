import type { Resource } from '../../mappings/dsl/mapping.ts'
import { graphqlEndpoints } from '../../mappings/graphql/endpoint-rows.ts'
import { graphqlPods } from '../../mappings/graphql/pod-rows.ts'
import { graphqlTemplates } from '../../mappings/graphql/template-rows.ts'
import { graphqlRegistries, graphqlVolumes } from '../../mappings/graphql/volume-rows.ts'

const resources: readonly Resource[] = [
  graphqlPods,
  graphqlEndpoints,
  graphqlTemplates,
  graphqlVolumes,
  graphqlRegistries,
] as unknown as readonly Resource[]

/** The rows of a GraphQL type and its inputs, by the mapping's id. */
export const graphqlResource = (id: string): Resource | undefined => resources.find((one) => one.id === id)
