import {
  deployCpuPodInput,
  PodBidResumeInput,
  PodEditJobInput,
  PodFilter,
  PodFindAndDeployOnDemandInput,
  PodRentInterruptableInput,
  PodResumeInput,
  PodStopInput,
  PodTerminateInput,
} from '../schemas/graphql/pod-inputs.ts'
import { Pod } from '../schemas/graphql/pods.ts'
import { Void } from '../schemas/graphql/shape.ts'
import { onUpstream, onV2, operation } from './operation.ts'

/** Never served as an on-demand pod instead: that would be a higher bill nobody asked for. */
const NO_SPOT =
  'interruptible pods are no longer available: the GraphQL API has been retired and REST v2 has no spot pods'

export const podQueries = {
  pod: operation({ input: PodFilter.nullish() }, Pod.nullish(), onV2(['GET /v2/pods/{id}'])),
}

const action = ['POST /v2/pods/{id}/action', 'GET /v2/pods/{id}']

export const podMutations = {
  podFindAndDeployOnDemand: operation(
    { input: PodFindAndDeployOnDemandInput.nullish() },
    Pod.nullish(),
    onV2(['POST /v2/pods'], 'pods'),
  ),
  deployCpuPod: operation(
    { input: deployCpuPodInput.nullish() },
    Pod.nullish(),
    onV2(['POST /v2/pods'], 'pods'),
  ),
  podRentInterruptable: operation(
    { input: PodRentInterruptableInput.nullish() },
    Pod.nullish(),
    onUpstream(NO_SPOT, 'pods'),
  ),
  podBidResume: operation({ input: PodBidResumeInput.nullish() }, Pod.nullish(), onUpstream(NO_SPOT, 'pods')),
  podResume: operation({ input: PodResumeInput.nullish() }, Pod.nullish(), onV2(action, 'pods')),
  podStop: operation({ input: PodStopInput.nullish() }, Pod.nullish(), onV2(action, 'pods')),
  podTerminate: operation(
    { input: PodTerminateInput.nullish() },
    Void.nullish(),
    onV2(['DELETE /v2/pods/{id}'], 'pods'),
  ),
  podEditJob: operation(
    { input: PodEditJobInput.nullish() },
    Pod.nullish(),
    onV2(['GET /v2/pods/{id}', 'PATCH /v2/pods/{id}'], 'pods'),
  ),
}

export const podChildren = { pods: onV2(['GET /v2/pods']) }

/** What only spot pods are asked for with: the highest price that is paid. */
export const namesOfBids: ReadonlySet<string> = new Set(
  Object.keys(PodRentInterruptableInput.shape).filter(
    (name) => !(name in PodFindAndDeployOnDemandInput.shape),
  ),
)

/** What an edit to no volume comes to where the pod has one. */
export const keptVolume = {
  at: 'volumeInGb',
  rule: 'graphql.pods.update.volumeInGb',
  why: 'v2 cannot take a mount away: a pod that has one keeps it',
} as const
