import type { Operation } from '../../operation.ts'
import * as billing from '../billing.ts'

export const billingOperations = {
  'v1.billing.pods': {
    method: 'GET',
    path: '/billing/pods',
    summary: 'What pods cost, by time bucket and group',
    query: billing.PodBillingQuery,
    response: billing.BillingList,
    status: 200,
  },
  'v1.billing.endpoints': {
    method: 'GET',
    path: '/billing/endpoints',
    summary: 'What serverless endpoints cost, by time bucket and group',
    query: billing.EndpointBillingQuery,
    response: billing.BillingList,
    status: 200,
  },
  'v1.billing.networkvolumes': {
    method: 'GET',
    path: '/billing/networkvolumes',
    summary: 'What network volumes cost, by time bucket',
    query: billing.NetworkVolumeBillingQuery,
    response: billing.NetworkVolumeBillingList,
    status: 200,
  },
} as const satisfies Record<string, Operation>
