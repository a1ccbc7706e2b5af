import type { Operation } from '../../operation.ts'
import * as billing from '../billing.ts'
import * as billingAnswers from '../billing-answers.ts'

export const billingOperations = {
  'v2.billing.all': {
    method: 'GET',
    path: '/v2/billing',
    summary: 'What the account cost, by time bucket',
    query: billing.BillingQuery,
    response: billingAnswers.BillingList,
    status: 200,
  },
  'v2.billing.pods': {
    method: 'GET',
    path: '/v2/billing/pods',
    summary: 'What pods cost, by time bucket and one by one',
    query: billing.PodBillingQuery,
    response: billingAnswers.PodBillingList,
    status: 200,
  },
  'v2.billing.serverless': {
    method: 'GET',
    path: '/v2/billing/serverless',
    summary: 'What serverless endpoints cost, by time bucket and one by one',
    query: billing.ServerlessBillingQuery,
    response: billingAnswers.ServerlessBillingList,
    status: 200,
  },
  'v2.billing.networkVolumes': {
    method: 'GET',
    path: '/v2/billing/network-volumes',
    summary: 'What network volumes cost, by time bucket and one by one',
    query: billing.NetworkVolumeBillingQuery,
    response: billingAnswers.NetworkVolumeBillingList,
    status: 200,
  },
  'v2.billing.clusters': {
    method: 'GET',
    path: '/v2/billing/clusters',
    summary: 'What clusters cost, by time bucket and one by one',
    query: billing.ClusterBillingQuery,
    response: billingAnswers.ClusterBillingList,
    status: 200,
  },
  'v2.billing.endpoints': {
    method: 'GET',
    path: '/v2/billing/endpoints',
    summary: 'What calls of public endpoints cost, by time bucket',
    query: billing.BillingQuery,
    response: billingAnswers.PublicEndpointBillingList,
    status: 200,
  },
} as const satisfies Record<string, Operation>
