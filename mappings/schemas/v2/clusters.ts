import { z } from 'zod'
import { baseContainerFields, DataCenterId } from './container.ts'
import { Mounts } from './mounts.ts'
import { PodStatus } from './pods.ts'
import { notEmpty } from './rules.ts'
import { DateTime } from './times.ts'

/** What a cluster is set up for. */
export const ClusterType = z.enum(['APPLICATION', 'TRAINING', 'SLURM', 'RAY'])
export type ClusterType = z.infer<typeof ClusterType>

/** A cluster's pods, all alike. */
export const ClusterCompute = z.strictObject({
  gpuTypeId: z.string().min(1),
  gpuCountPerPod: z.int().min(1),
  podCount: z.int().min(2).max(250),
})
export type ClusterCompute = z.infer<typeof ClusterCompute>

/** Body of POST /v2/clusters. Private images are not to be had: there is no `registry`. */
export const ClusterCreate = z.strictObject({
  ...baseContainerFields,
  compute: ClusterCompute,
  name: z.string().min(1),
  type: ClusterType,
  /** A cluster lies in one of them. */
  dataCenterIds: z.array(DataCenterId).optional(),
  mounts: Mounts.optional(),
  startJupyter: z.boolean().optional(),
  startSsh: z.boolean().optional(),
})
export type ClusterCreate = z.infer<typeof ClusterCreate>

/** {@link ClusterUpdate} before its rule. */
export const ClusterUpdateFields = z.strictObject({ name: z.string().min(1).optional() })

/** Body of PATCH /v2/clusters/{id}. */
export const ClusterUpdate = ClusterUpdateFields.check(notEmpty).meta({ minProperties: 1 })
export type ClusterUpdate = z.infer<typeof ClusterUpdate>

/** A cluster as v2 answers it; what does not exist yet is left out. */
export const Cluster = z.object({
  id: z.string(),
  name: z.string(),
  type: ClusterType,
  compute: ClusterCompute,
  /** Id of the template its pods were created from. */
  template: z.string().optional(),
  dataCenterId: z.string().optional(),
  pods: z.strictObject({ total: z.int(), byStatus: z.record(z.string(), z.int()) }),
  network: z
    .strictObject({ cidr: z.string(), vxlanId: z.int().optional(), vxlanPort: z.int().optional() })
    .optional(),
  primary: z
    .strictObject({ podId: z.string(), status: PodStatus, sshEndpoint: z.string().optional() })
    .optional(),
  createdAt: DateTime,
})
export type Cluster = z.infer<typeof Cluster>

/** Answer of GET /v2/clusters. */
export const ClusterList = z.object({ clusters: z.array(Cluster) })
export type ClusterList = z.infer<typeof ClusterList>
