import { type Operation, onUpstream } from './operation.ts'

/** What the legacy API says of the caller and nobody else does. */
const ofTheCaller = [
  'apiKeys',
  'clientLifetimeSpend',
  'creditAlertThreshold',
  'creditCodes',
  'hostBalance',
  'information',
  'isTeam',
  'machineEarnings',
  'machineQuota',
  'machines',
  'machinesSummary',
  'maxServerlessConcurrency',
  'minBalance',
  'multiFactorEnabled',
  'notifyLowBalance',
  'notifyOther',
  'notifyPodsGeneral',
  'notifyPodsStale',
  'ownedTeams',
  'referral',
  'referralEarned',
  'referralId',
  'savingsPlans',
  'signedTermsOfService',
  'stripeAutoPaymentThreshold',
  'stripeAutoReloadAmount',
  'stripeReloadHistory',
  'team',
  'teams',
  'templateEarned',
  'underBalance',
]

const BILLED = 'it is not translated; GET /v2/billing/pods and its siblings tell what was billed'

/**
 * Fields that clients of the legacy API do use, and that are no part of the schema served here: the legacy API alone
 * answers them. Seen in the clients of August 2026, and in their transcriptions of its schema.
 */
export const unservedFields: Readonly<Record<string, Operation>> = Object.fromEntries([
  ...[
    'addModelToRepo',
    'allAiApiPublicConfigs',
    'auditLogs',
    'countryCodes',
    'createFlashAuthRequest',
    'createModelRepoUpload',
    'listing',
    'listingFromRepo',
    'listings',
    'machineAdd',
    'machines',
    'myModels',
  ].map((name) => [name, onUpstream()]),
  ...ofTheCaller.map((name) => [`myself.${name}`, onUpstream()]),
  ['myself.billing', onUpstream(BILLED)],
  ['myself.dailyCharges', onUpstream(BILLED)],
  [
    'dataCenters.gpuAvailability.gpuType',
    onUpstream('ask for gpuTypes, and look the type up by its gpuTypeId'),
  ],
  ['myself.endpoints.workerState', onUpstream('ask GET /v2/serverless/{id}/workers')],
  ['podReset', onUpstream('REST v2 has no reset; restart the pod')],
  ['createCluster', onUpstream('it is not translated; call POST /v2/clusters')],
  ['deleteCluster', onUpstream('it is not translated; call DELETE /v2/clusters/{id}')],
])
