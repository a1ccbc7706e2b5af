import { z } from 'zod'
import { openSet } from '../marks.ts'

/** GPU types are added and retired all the time; v2's catalog knows them. */
export const GpuTypeId = openSet('GPU types come and go; v2 checks the id')

/** CPU flavors likewise. */
export const CpuFlavorId = openSet('CPU flavors come and go; v2 checks the id')

/** Data centers likewise. */
export const DataCenterId = openSet('data centers open and close; v2 checks the id')

/** CUDA versions likewise; `major.minor`. */
export const CudaVersion = openSet('CUDA versions are added with drivers; v2 checks the version')

/** What a pod or worker runs on. */
export const ComputeType = z.enum(['GPU', 'CPU'])
export type ComputeType = z.infer<typeof ComputeType>

/** Whether a list of choices is tried by what is available, or in its own order. */
export const Priority = z.enum(['availability', 'custom'])
export type Priority = z.infer<typeof Priority>

/** Environment in an answer. */
export const ShownEnv = z.record(z.string(), z.string())
