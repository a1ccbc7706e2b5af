import { describe, expect, test } from 'vitest'
import { uncovered } from '../../mappings/dsl/check.ts'
import type { Plan } from '../../mappings/dsl/plan.ts'
import { resources } from '../../mappings/v1/index.ts'

/** Every field of both sides is in some row: a new field fails here by name until a row says what becomes of it. */
describe.each(resources.map((resource) => [resource.id, resource] as const))('%s', (_id, resource) => {
  test.each(resource.facets)('%s: every v1 and v2 field is in a row', (facet) => {
    const plan = resource[facet]?.plan as Plan
    const { rows } = resource.definition
    expect({ v1: uncovered(plan, 'old', rows), v2: uncovered(plan, 'v2', rows) }).toEqual({ v1: [], v2: [] })
  })
})
