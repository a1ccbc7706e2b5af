import { describe, expect, test } from 'vitest'
import { uncovered } from '../../mappings/dsl/check.ts'
import type { Plan } from '../../mappings/dsl/plan.ts'
import { graphqlResources } from '../../mappings/graphql/resources.ts'
import { resources } from '../../mappings/v1/index.ts'

/** Every field of both sides is in some row: a new field fails here by name until a row says what becomes of it. */
describe.each(resources.map((resource) => [resource.id, resource] as const))('%s', (_id, resource) => {
  test.each(resource.facets)('%s: every v1 and v2 field is in a row', (facet) => {
    const plan = resource[facet]?.plan as Plan
    const { rows } = resource.definition
    expect({ v1: uncovered(plan, 'old', rows), v2: uncovered(plan, 'v2', rows) }).toEqual({ v1: [], v2: [] })
  })
})

/** One v2 shape said by two mappings: what one of them leaves is the other's. */
const TWINS: Readonly<Record<string, string>> = {
  'graphql.cpuPods': 'graphql.pods',
  'graphql.endpoints': 'graphql.endpoints.template',
  'graphql.endpoints.template': 'graphql.endpoints',
}
const rowsOf = (id: string | undefined) =>
  graphqlResources.find((resource) => resource.id === id)?.definition.rows ?? []

/** No field of a GraphQL answer is null, and none of an input ignored, without a row that says why. */
describe.each(graphqlResources.map((resource) => [resource.id, resource] as const))('%s', (id, resource) => {
  test.each(resource.facets)('%s: every GraphQL and v2 field is in a row', (facet) => {
    const plan = resource[facet]?.plan as Plan
    const { rows } = resource.definition
    const found = {
      old: uncovered(plan, 'old', rows),
      v2: uncovered(plan, 'v2', [...rows, ...rowsOf(TWINS[id])]),
    }
    expect(found).toEqual({ old: [], v2: [] })
  })
})
