import { z } from 'zod'

/** How requests reach workers: as queued jobs, or straight over HTTP. */
export const EndpointType = z.enum(['QUEUE', 'LOAD_BALANCER'])
export type EndpointType = z.infer<typeof EndpointType>

/** Whether a worker's state is kept for a fast start. */
export const FlashBoot = z.enum(['OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT'])
export type FlashBoot = z.infer<typeof FlashBoot>

/** How many workers there may be. */
export const EndpointWorkers = z.strictObject({
  min: z.int().min(0).optional(),
  max: z.int().min(0).optional(),
  /** Seconds an idle worker stays; not for QUEUE endpoints that scale on REQUEST_COUNT. */
  idleTimeout: z.int().min(1).max(3600).optional(),
})
export type EndpointWorkers = z.infer<typeof EndpointWorkers>

/** Scale on how long jobs wait. */
export const QueueDelayScaling = z.strictObject({
  type: z.literal('QUEUE_DELAY'),
  /** Seconds. */
  queueDelay: z.number().min(0.5),
})

/** Scale on how many requests there are. */
export const RequestCountScaling = z.strictObject({
  type: z.literal('REQUEST_COUNT'),
  requestCount: z.int().min(1),
})

export const EndpointScaling = z.discriminatedUnion('type', [QueueDelayScaling, RequestCountScaling])
export type EndpointScaling = z.infer<typeof EndpointScaling>
