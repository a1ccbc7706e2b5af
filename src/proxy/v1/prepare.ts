import type { Resource } from '../../../mappings/dsl/mapping.ts'
import { withCapabilities } from '../../../mappings/dsl/mapping.ts'
import type { Capabilities } from '../../../mappings/dsl/plan.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import { behaviourOf } from './behaviours/index.ts'
import type { InForce, PreparedRoute } from './context.ts'

/** Reads each resource's rows once for a set of capabilities. */
export const inForceWith = (capabilities: Capabilities): InForce => {
  const known = new Map<Resource, Resource>()
  return (resource) => {
    const found = known.get(resource) ?? withCapabilities(resource, capabilities)
    known.set(resource, found)
    return found
  }
}

const given = <T>(values: readonly (T | undefined)[]): T[] => values.filter((one) => one !== undefined)

/** @throws {Error} for a route that sends a body of a facet its mapping has not: a mistake of ours, found at start */
export const prepareRoute = (route: Route, inForce: InForce): PreparedRoute => {
  const mapping = inForce(route.mapping)
  const facet = route.body && mapping[route.body]
  if (route.body && !facet) throw new Error(`${route.id} sends a body but its mapping has no such facet`)
  const does = route.does.map(behaviourOf)
  const [head = '', tail] = route.v2.path.split(/\{\w+\}/)
  return {
    ...route,
    mapping,
    facet,
    before: given(does.map((one) => one.before)),
    senders: given(does.map((one) => one.send)),
    settle: given(does.map((one) => one.settle)),
    after: given(does.map((one) => one.after)),
    byItem: does.every((one) => one.after === undefined || one.byItem === true),
    around: [head, tail],
  }
}
