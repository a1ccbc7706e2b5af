import type { Resource } from '../dsl/mapping.ts'
import { graphqlTemplates } from './template-rows.ts'

/** Every mapping of GraphQL inputs and types, for those who read rows: the audit, the reference, explain. */
export const graphqlResources: readonly Resource[] = [graphqlTemplates]
