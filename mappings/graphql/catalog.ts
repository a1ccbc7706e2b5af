import { z } from 'zod'
import { CpuFlavor, CpuType, DataCenter, GpuType, ServerlessGpuPool } from '../schemas/graphql/catalog.ts'
import { CpuFlavorInput, GpuTypeFilter } from '../schemas/graphql/catalog-inputs.ts'
import { onUpstream, onV2, openToAll, operation } from './operation.ts'

export const catalogQueries = {
  gpuTypes: operation({ input: GpuTypeFilter.nullish() }, z.array(GpuType.nullish()), {
    ...openToAll(onV2(['GET /v2/catalog/gpus'])),
    saysMoreUpstream: 'minVcpu, minMemory, the counts and the prices by the month of lowestPrice',
  }),
  cpuTypes: operation({}, z.array(CpuType).nullish(), openToAll(onUpstream())),
  cpuFlavors: operation({ input: CpuFlavorInput.nullish() }, z.array(CpuFlavor).nullish(), {
    ...openToAll(onV2(['GET /v2/catalog/cpus'])),
    prefersUpstream: 'diskLimitPerVcpu, without which clients skip a flavor',
  }),
  dataCenters: operation(
    {},
    z.array(DataCenter).nullish(),
    openToAll(onV2(['GET /v2/catalog/datacenters', 'GET /v2/catalog/gpus'])),
  ),
  serverlessGpuPools: operation(
    {},
    z.array(ServerlessGpuPool).nullish(),
    openToAll(onV2(['GET /v2/catalog/gpus'])),
  ),
}

export const catalogChildren = {
  datacenters: onV2(['GET /v2/catalog/datacenters', 'GET /v2/catalog/gpus']),
}
