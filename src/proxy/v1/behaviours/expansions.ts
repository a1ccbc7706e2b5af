import type { BehaviourName } from '../../../../mappings/dsl/behaviour.ts'
import type { Resource } from '../../../../mappings/dsl/mapping.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import type { ServeRow } from '../../../../mappings/dsl/row.ts'
import { networkVolumeRoutes } from '../../../../mappings/v1/network-volumes.ts'
import { templateRoutes, templates } from '../../../../mappings/v1/templates.ts'
import type { Behaviour, Context, Json, Result } from '../context.ts'
import { converted } from '../v2-calls.ts'
import { servedBy, valueAt } from './rows-by.ts'

/** Python writes booleans as `True`, so their case does not matter. */
export const isOn = (context: Context, parameter: string): boolean =>
  context.query.get(parameter)?.toLowerCase() === 'true'

/** The row of the parameter that asks for an expansion; undefined where it was not asked for. */
const asked = (context: Context, name: BehaviourName): ServeRow | undefined =>
  context.query.size === 0
    ? undefined
    : servedBy(context.route.mapping.query, name).find(({ old }) => isOn(context, old))

/** v2's items in their old form. @throws {ProxyError} UPSTREAM_UNREADABLE */
export const shownAs = (context: Context, resource: Resource, items: readonly Json[]): Json[] => {
  const { down } = context.inForce(resource).read
  return converted(() => items.map((item) => down(item)))
}

/** The route that lists a resource: where v2 keeps it and under which name. */
export const listOf = (routes: readonly Route[]): Route => {
  const found = routes.find(({ answer }) => answer === 'list')
  if (!found) throw new Error('a resource that is expanded has no list')
  return found
}

/** A behaviour that does its work only where the caller asked for it: in every other call it costs no promise. */
export const whenAsked = (
  name: BehaviourName,
  expand: (context: Context, result: Result, row: ServeRow) => Promise<void>,
): Behaviour => ({
  byItem: true,
  after: (context, result) => {
    const row = asked(context, name)
    return row && expand(context, result, row)
  },
})

/** Fetches a list once and puts each item beside the id that names it. */
const expandById = (name: BehaviourName, { mapping, v2, list = '' }: Route): Behaviour =>
  whenAsked(name, async (context, { old }, row) => {
    const [field] = row.with ?? []
    const id = row.reads
    if (field === undefined || typeof id !== 'string' || !old.some((item) => valueAt(item, id))) return
    const found = await context.list(v2.path, list)
    const shown = shownAs(context, mapping, found)
    const byId = new Map(found.map((item, index) => [item.id, shown[index]]))
    for (const item of old) {
      const expanded = byId.get(valueAt(item, id))
      if (expanded) item[field] = expanded
    }
  })

/** Each pod's network volume, looked up by its id. */
export const expandNetworkVolume = expandById('expandNetworkVolume', listOf(networkVolumeRoutes))

/** Each resource's template, looked up by its id. */
export const expandTemplate = expandById('expandTemplate', listOf(templateRoutes))

/** An endpoint holds a copy of its template's container settings. */
export const inlineTemplate: Behaviour = {
  byItem: true,
  after: (context, { old, v2 }) => {
    const [field] = asked(context, 'inlineTemplate')?.with ?? []
    if (field === undefined) return
    const copies = v2.map(({ image, args, disk, env, ports, registry }) => ({
      ...{ image, args, disk, env, ports, registry },
    }))
    const shown = shownAs(context, templates, copies)
    for (const [index, item] of old.entries()) item[field] = shown[index]
  },
}

/** v2 has no savings plans. */
export const expandSavingsPlans: Behaviour = {
  byItem: true,
  after: (context, { old }) => {
    const [field] = asked(context, 'expandSavingsPlans')?.with ?? []
    if (field !== undefined) for (const item of old) item[field] = []
  },
}
