import type * as z from 'zod'
import {
  BillingQuery,
  ClusterBillingQuery,
  NetworkVolumeBillingQuery,
  PodBillingQuery,
  ServerlessBillingQuery,
} from '../../../mappings/schemas/v2/billing.ts'
import {
  BillingList,
  ClusterBillingList,
  NetworkVolumeBillingList,
  PodBillingList,
  PublicEndpointBillingList,
  ServerlessBillingList,
} from '../../../mappings/schemas/v2/billing-answers.ts'
import type { Clock } from '../clock.ts'
import { queryAs } from '../http/query.ts'
import { ok, type Route } from '../http/route.ts'
import { isoTime } from '../state/iso-time.ts'
import type { BillingFamily, Charge } from './charge.ts'
import type { Ledger } from './ledger.ts'
import { type AmountName, reportOn, windowOf } from './report.ts'

/** One of the histories: whose charges, and under which names v2 shows them. */
interface History {
  readonly path: string
  readonly query: z.ZodObject
  /** The names of the amounts, from the schema of the answer. */
  readonly names: readonly string[]
  readonly amountName: AmountName
  /** Members that name a resource and count the distinct ones. */
  readonly id?: { readonly name: string; readonly count: string }
}

const namesOf = (list: { shape: { metadata: { shape: { totals: z.ZodObject } } } }): string[] =>
  Object.keys(list.shape.metadata.shape.totals.shape)

const of =
  (family: BillingFamily): AmountName =>
  (charge) =>
    charge.family === family ? `${charge.component}Amount` : undefined

/** In the account's history every name carries its product. */
const PREFIXES: Readonly<Record<BillingFamily, string>> = {
  pod: 'pod',
  serverless: 'serverless',
  volume: 'storage',
  cluster: 'cluster',
  endpoint: 'endpoint',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const accountName: AmountName = ({ family, component }: Charge) =>
  family === 'endpoint' ? 'endpointAmount' : `${PREFIXES[family]}${capital(component)}Amount`

const HISTORIES: readonly History[] = [
  { path: '', query: BillingQuery, names: namesOf(BillingList), amountName: accountName },
  {
    path: '/pods',
    query: PodBillingQuery,
    names: namesOf(PodBillingList),
    amountName: of('pod'),
    id: { name: 'podId', count: 'uniquePodCount' },
  },
  {
    path: '/serverless',
    query: ServerlessBillingQuery,
    names: namesOf(ServerlessBillingList),
    amountName: of('serverless'),
    id: { name: 'serverlessId', count: 'uniqueServerlessCount' },
  },
  {
    path: '/endpoints',
    query: BillingQuery,
    names: namesOf(PublicEndpointBillingList),
    // Public endpoints have a total only, which every amount is added to anyway
    amountName: ({ family }) => (family === 'endpoint' ? 'totalAmount' : undefined),
  },
  {
    path: '/network-volumes',
    query: NetworkVolumeBillingQuery,
    names: namesOf(NetworkVolumeBillingList),
    amountName: of('volume'),
    id: { name: 'networkVolumeId', count: 'uniqueNetworkVolumeCount' },
  },
  {
    path: '/clusters',
    query: ClusterBillingQuery,
    names: namesOf(ClusterBillingList),
    amountName: of('cluster'),
    id: { name: 'clusterId', count: 'uniqueClusterCount' },
  },
]

const answer = (history: History, search: URLSearchParams, ledger: Ledger, now: number): unknown => {
  const query = queryAs(history.query, search) as BillingQuery & Record<string, unknown>
  const window = windowOf(query, now)
  const wanted = history.id && query[history.id.name]
  const charges = ledger.charges().filter(({ resourceId }) => wanted === undefined || resourceId === wanted)
  const { records, totals, resources } = reportOn(charges, {
    window,
    now,
    names: history.names,
    amountName: history.amountName,
    ...(history.id && { idName: history.id.name }),
  })
  const resolved = { startTime: isoTime(window.start), endTime: isoTime(window.end), bucketSize: window.size }
  return {
    records,
    metadata: {
      query: { ...resolved, ...(history.id && wanted !== undefined && { [history.id.name]: wanted }) },
      recordCount: records.length,
      ...(history.id && { [history.id.count]: resources }),
      totals,
    },
  }
}

/** The operations of /v2/billing, computed from what ran. */
export const billingRoutes = (ledger: Ledger, clock: Clock): Route[] =>
  HISTORIES.map((history) => ({
    method: 'GET',
    path: `/v2/billing${history.path}`,
    handle: (call) => ok(answer(history, call.query, ledger, clock.now())),
  }))
