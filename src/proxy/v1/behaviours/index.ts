import type { BehaviourName, RouteBehaviourName } from '../../../../mappings/dsl/behaviour.ts'
import type { Behaviour } from '../context.ts'
import { anyCpuFlavor } from './any-cpu-flavor.ts'
import { billingGroups, sumBuckets } from './billing-groups.ts'
import { commandAsJson } from './command-as-json.ts'
import { countryPlacement } from './country-placement.ts'
import { expandNetworkVolume, expandSavingsPlans, expandTemplate, inlineTemplate } from './expansions.ts'
import { cpuFallback, gpuFallback } from './fallback.ts'
import { gpuNames } from './gpu-names.ts'
import { gpuPools } from './gpu-pools.ts'
import { idempotentAction, resetByPolicy } from './lifecycle.ts'
import { listFilters } from './list-filters.ts'
import { lockAfterCreate } from './lock-after-create.ts'
import { templateSources } from './template-sources.ts'
import { wholeMount } from './whole-mount.ts'
import { wholeScaling } from './whole-scaling.ts'
import { expandWorkers, workersAsPods } from './workers.ts'

/** Every behaviour the mapping names for v1. */
const BEHAVIOURS: Record<RouteBehaviourName, Behaviour> = {
  anyCpuFlavor,
  billingGroups,
  commandAsJson,
  countryPlacement,
  cpuFallback,
  expandNetworkVolume,
  expandSavingsPlans,
  expandTemplate,
  expandWorkers,
  gpuFallback,
  gpuNames,
  gpuPools,
  idempotentAction,
  inlineTemplate,
  listFilters,
  lockAfterCreate,
  resetByPolicy,
  sumBuckets,
  templateSources,
  wholeMount,
  wholeScaling,
  workersAsPods,
}

/** The function behind a name of the mapping. */
export const behaviourOf = (name: BehaviourName): Behaviour => {
  if (name in BEHAVIOURS) return BEHAVIOURS[name as RouteBehaviourName]
  throw new TypeError(`${name} is no behaviour of a v1 route`)
}
