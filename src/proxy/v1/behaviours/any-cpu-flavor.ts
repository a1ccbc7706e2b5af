import { ruleOf } from '../../../../mappings/dsl/plan.ts'
import type { CpuType } from '../../../../mappings/schemas/v2/index.ts'
import { flavorsFor, stockQuery } from '../../../../mappings/shared/stock.ts'
import { ProxyError } from '../../errors.ts'
import type { Behaviour, Context, Json } from '../context.ts'
import { fieldsBy, setAt, valueAt } from './rows-by.ts'

/** The flavors of the catalog that offer a size, those with stock first. @throws {ProxyError} where there is none */
export const anyFlavor = async (
  { catalog }: Context,
  product: 'POD' | 'SERVERLESS',
  vcpus: number,
  field: string,
): Promise<string[]> => {
  const query = new URLSearchParams(stockQuery({}, product))
  const types = (await catalog.cpus(query.toString())) as readonly CpuType[]
  const fits = flavorsFor(types, vcpus)
  if (fits.length > 0) return fits
  const detail = `Nothing was sent: ${field}: v2's catalog has no CPU flavor of this size; name one`
  throw new ProxyError('FIELD_REFUSED', detail, { at: field })
}

/** Says that a flavor was chosen for a caller who named none. */
export const noteAnyFlavor = ({ route, notes }: Context, field: string): void => {
  if (!route.facet) return
  const why = 'v1 took any CPU flavor where none was named; v2 wants it said'
  notes.push({ code: 'DEFAULTED', rule: ruleOf(route.facet.plan, field), at: field, why })
}

/** Workers may run on any of several flavors, so all that fit are named. */
export const anyCpuFlavor: Behaviour = {
  before: async (context) => {
    const row = fieldsBy(context.route.facet, 'anyCpuFlavor')[0]
    // Without GPUs it is the case of CPUs that was chosen.
    if (!row || !context.doc || context.doc.gpu !== undefined || valueAt(context.doc, row.v2) !== undefined)
      return
    const size = fieldsOfSize(context, row.v2)
    const vcpuCount = Number(valueAt(context.body, size?.old ?? '') ?? size?.or)
    const ids = await anyFlavor(context, 'SERVERLESS', vcpuCount, row.old)
    setAt(
      context.doc,
      row.v2,
      ids.map((id): Json => ({ id, vcpuCount })),
    )
    noteAnyFlavor(context, row.old)
  },
}

/** The row that says the size of every one of a list's items. */
const fieldsOfSize = (context: Context, list: string) =>
  fieldsBy(context.route.facet).find((row) => row.each && row.v2.startsWith(`${list}.`))
