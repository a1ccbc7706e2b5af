import type { BehaviourName } from '../../../../mappings/dsl/behaviour.ts'
import type { Resource } from '../../../../mappings/dsl/mapping.ts'
import { networkVolumes } from '../../../../mappings/v1/network-volumes.ts'
import { templates } from '../../../../mappings/v1/templates.ts'
import type { Behaviour, Context, Json } from '../context.ts'
import { servedBy } from './rows-by.ts'

/** The parameter that asks for an expansion, and the field it fills; undefined where it was not asked for. */
export const asked = (context: Context, name: BehaviourName): string | undefined =>
  servedBy(context.route.mapping.query, name).find(({ old }) => context.query.get(old) === 'true')?.with?.[0]

/** Fetches a list once and puts each item beside the id that names it. */
const expandById = (
  name: BehaviourName,
  resource: Resource,
  path: string,
  list: string,
  id: string,
): Behaviour => ({
  after: async (context, { old }) => {
    const field = asked(context, name)
    if (field === undefined || !old.some((item) => item[id])) return
    const found = (await context.read({ method: 'GET', path, route: path }))[list]
    const items = Array.isArray(found) ? (found as Json[]) : []
    const byId = new Map(items.map((item) => [item.id, resource.read.down(item)]))
    for (const item of old) {
      const expanded = byId.get(item[id])
      if (expanded) item[field] = expanded
    }
  },
})

export const expandNetworkVolume = expandById(
  'expandNetworkVolume',
  networkVolumes,
  '/v2/network-volumes',
  'networkVolumes',
  'networkVolumeId',
)

export const expandTemplate = expandById(
  'expandTemplate',
  templates,
  '/v2/templates',
  'templates',
  'templateId',
)

/** An endpoint holds a copy of its template's container settings. */
export const inlineTemplate: Behaviour = {
  after: (context, { old, v2 }) => {
    const field = asked(context, 'inlineTemplate')
    if (field === undefined) return
    for (const [index, item] of old.entries()) {
      const { image, args, disk, env, ports, registry } = v2[index] as Json
      item[field] = templates.read.down({ image, args, disk, env, ports, registry })
    }
  },
}

/** v2 has no savings plans. */
export const expandSavingsPlans: Behaviour = {
  after: (context, { old }) => {
    const field = asked(context, 'expandSavingsPlans')
    if (field !== undefined) for (const item of old) item[field] = []
  },
}
