import { countryQuery, type Listed, placesIn } from '../../../../mappings/shared/stock.ts'
import { ProxyError } from '../../errors.ts'
import type { Behaviour, Context, Json } from '../context.ts'
import { servedBy, valueAt } from './rows-by.ts'

/** ISO 3166-1 alpha-2. */
const COUNTRY = /^[a-z]{2}$/i

/** The data centers that the catalog knows in some countries. */
const dataCentersIn = async ({ catalog }: Context, countries: readonly string[]): Promise<Set<string>> => {
  const query = new URLSearchParams(countryQuery('POD', countries))
  return new Set(placesIn((await catalog.gpus(query.toString())) as readonly Listed[]))
}

/** v1 placed by country; v2 by data center. Data centers that the caller named as well narrow the choice further. */
export const countryPlacement: Behaviour = {
  before: async (context) => {
    const row = servedBy(context.route.mapping.create, 'countryPlacement')[0]
    const countries = row ? valueAt(context.body, row.old) : undefined
    if (!row || !Array.isArray(countries) || countries.length === 0) return
    const bad = countries.filter((code) => !COUNTRY.test(String(code)))
    if (bad.length > 0) throw refused(row.old, 'expected country codes of two letters (ISO 3166-1)')
    const there = await dataCentersIn(context, countries.map(String))
    const doc = context.doc as Json & { dataCenterIds?: string[] }
    const chosen = doc.dataCenterIds?.filter((id) => there.has(id)) ?? [...there]
    if (chosen.length === 0) throw nowhere(row.old, countries)
    doc.dataCenterIds = chosen
  },
}

const nowhere = (field: string, countries: readonly unknown[]) =>
  refused(
    field,
    `v2 knows no data center in ${countries.map(String).join(', ').slice(0, 100)} that this could be placed in`,
  )

const refused = (field: string, why: string) =>
  new ProxyError('FIELD_REFUSED', `Nothing was sent: ${field}: ${why}`, { at: field })
