import { z } from 'zod'
import { CpuCreate } from './compute.ts'
import { containerFields, DataCenterId } from './container.ts'
import { imageUnlessTemplate, oneCompute, rule, unique } from './rules.ts'
import { EndpointGpuCreate, EndpointGpuUpdate } from './serverless-gpu.ts'
import { EndpointScaling, EndpointType, EndpointWorkers, FlashBoot } from './serverless-settings.ts'

const EligibleCpus = z.array(CpuCreate).min(1).check(unique).meta({ uniqueItems: true })

/** What a create and an update share. */
const settings = {
  ...containerFields,
  /** Each an acceptable configuration of a worker. */
  cpu: EligibleCpus.optional(),
  dataCenterIds: z.array(DataCenterId).optional(),
  flashboot: FlashBoot.optional(),
  /** Ids of network volumes. */
  networkVolumes: z.array(z.string()).optional(),
  /** Milliseconds a job may run. */
  timeout: z.int().optional(),
  workers: EndpointWorkers.optional(),
} as const

/** {@link EndpointCreate} before its rules. */
export const EndpointCreateFields = z.strictObject({
  ...settings,
  gpu: EndpointGpuCreate.optional(),
  name: z.string().min(1),
  scaling: EndpointScaling,
  templateId: z.string().min(1).optional(),
  type: EndpointType,
})

/** Body of POST /v2/serverless: GPUs or CPUs, an image or a template. */
export const EndpointCreate = EndpointCreateFields.check(
  imageUnlessTemplate,
  oneCompute,
  rule({
    status: 422,
    message: 'a LOAD_BALANCER endpoint scales on REQUEST_COUNT',
    at: ['scaling', 'type'],
    broken: ({ type, scaling }) => type === 'LOAD_BALANCER' && scaling.type !== 'REQUEST_COUNT',
  }),
  rule({
    status: 400,
    message: 'idleTimeout does not apply to a QUEUE endpoint that scales on REQUEST_COUNT',
    at: ['workers', 'idleTimeout'],
    broken: ({ type, scaling, workers }) =>
      type === 'QUEUE' && scaling.type === 'REQUEST_COUNT' && workers?.idleTimeout !== undefined,
  }),
)
export type EndpointCreate = z.infer<typeof EndpointCreate>

/** {@link EndpointUpdate} before its rule. */
export const EndpointUpdateFields = z.strictObject({
  ...settings,
  gpu: EndpointGpuUpdate.optional(),
  name: z.string().min(1).optional(),
  scaling: EndpointScaling.optional(),
  templateId: z.string().optional(),
})

/** Body of PATCH /v2/serverless/{id}: what is left out stays; a GPU endpoint cannot become a CPU one. */
export const EndpointUpdate = EndpointUpdateFields.check(
  rule({
    status: 400,
    message: 'gpu and cpu are mutually exclusive',
    broken: ({ gpu, cpu }) => gpu !== undefined && cpu !== undefined,
  }),
)
export type EndpointUpdate = z.infer<typeof EndpointUpdate>
