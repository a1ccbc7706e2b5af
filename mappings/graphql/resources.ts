import type { Resource } from '../dsl/mapping.ts'
import { graphqlSshKeys } from './account-rows.ts'
import { graphqlCpuFlavors, graphqlDataCenters, graphqlGpuTypes } from './catalog-rows.ts'
import { graphqlEndpoints, graphqlInlineTemplate } from './endpoint-rows.ts'
import { graphqlCpuPods, graphqlPods } from './pod-rows.ts'
import { graphqlTemplates } from './template-rows.ts'
import { graphqlRegistries, graphqlVolumes } from './volume-rows.ts'

/** Every mapping of GraphQL inputs and types, for those who read rows: the audit, the reference, explain. */
export const graphqlResources: readonly Resource[] = [
  graphqlPods,
  graphqlCpuPods,
  graphqlTemplates,
  graphqlEndpoints,
  graphqlInlineTemplate,
  graphqlVolumes,
  graphqlRegistries,
  graphqlSshKeys,
  graphqlGpuTypes,
  graphqlDataCenters,
  graphqlCpuFlavors,
]
