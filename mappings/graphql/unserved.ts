import { type Operation, onUpstream } from './operation.ts'

/**
 * Root fields that clients of the legacy API do use, and that are no part of the schema served here: the legacy API
 * alone answers them. Seen in the clients of August 2026.
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
  ['podReset', onUpstream('REST v2 has no reset; restart the pod')],
  ['createCluster', onUpstream('it is not translated; call POST /v2/clusters')],
  ['deleteCluster', onUpstream('it is not translated; call DELETE /v2/clusters/{id}')],
])
