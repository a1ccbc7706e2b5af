import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Storage } from '../storage/storage.ts'
import { chooseBuiltIn } from './built-in-handlers.ts'
import { createEndpointQueue, type EndpointQueue } from './endpoint-queue.ts'
import type { EndpointLookup } from './endpoint-settings.ts'
import type { Worker, WorkerCounts } from './fleet.ts'
import type { Handler } from './handler.ts'
import { type JobRecord, type JobView, viewOf } from './job.ts'
import { JobError } from './job-error.ts'
import type { JobRequest } from './job-request.ts'
import { createJobStore, type JobInput } from './job-store.ts'
import {
  RATE_LIMITS,
  type RateLimits,
  REQUESTS_PER_WORKER,
  RUN_RETENTION_MS,
  syncRetention,
  TTL_MS,
} from './limits.ts'
import { createRateLimiter, type RateLimiter } from './rate-limits.ts'
import { createSignals } from './signals.ts'
import { userHandler } from './user-handler.ts'
import { createWaiting, type Patience, type StreamView } from './waiting.ts'
import { createWebhooks, type WebhookOptions, type Webhooks } from './webhooks.ts'

export interface QueueOptions {
  readonly clock: Clock
  readonly storage: Storage
  readonly endpoints: EndpointLookup
  /** Works on every job; without it the built-in handlers do. */
  readonly handler?: Handler
  /** Over the published limits. */
  readonly limits?: Partial<RateLimits> & { readonly requestsPerWorker?: number }
  readonly webhook?: WebhookOptions
  /** Milliseconds a worker needs to start. Default 100. */
  readonly coldStart?: number
}

/** Counts as the health operation returns them. `ready` and what follows is what some clients read besides. */
export interface Health {
  jobs: { completed: number; failed: number; inProgress: number; inQueue: number; retried: number }
  workers: WorkerCounts & { ready: number; throttled: number; unhealthy: number }
}

/** The job API without HTTP. Every method that names a job or an endpoint throws {@link JobError} when there is none. */
export interface Queue {
  readonly rateLimits: RateLimiter
  readonly webhooks: Pick<Webhooks, 'counts' | 'pending'>
  hasEndpoint(endpointId: string): boolean
  /** Workers that are busy with a job. */
  runningWorkers(endpointId: string): number
  run(endpointId: string, request: JobRequest): JobView
  /** @param wait milliseconds the caller is ready to wait; decides how long the result is kept */
  runsync(endpointId: string, request: JobRequest, wait: number): JobView
  /** @param ttl sets the job's lifespan, milliseconds from its submission */
  status(endpointId: string, jobId: string, ttl?: number): JobView
  /** The job when it has ended, or as it stands when the time is over. */
  wait(endpointId: string, jobId: string, patience: Patience): Promise<JobView>
  /** Unread chunks, once there are some or the job has ended or the time is over. Every chunk is handed over once. */
  stream(endpointId: string, jobId: string, patience: Patience): Promise<StreamView>
  cancel(endpointId: string, jobId: string): JobView
  retry(endpointId: string, jobId: string): JobView
  purge(endpointId: string): { removed: number; status: 'completed' }
  health(endpointId: string): Health
  /** The newest jobs of the endpoint, at most 100, without their outputs. */
  requests(endpointId: string): JobView[]
  workers(endpointId: string): readonly Worker[]
  /** To be called when an endpoint was made or changed: starts or ends workers at once. */
  refresh(endpointId: string): void
  /** To be called when an endpoint was deleted: its jobs and their history go with it. */
  removeEndpoint(endpointId: string): void
  /** Forgets every job and every notification that waits. */
  reset(): void
  /** Stops timers, handlers and webhooks, and lets waiting calls go with the job as it stands. What is stored stays for the next start. */
  close(): Promise<void>
}

const LISTED = 100

const withoutNulls = ({ input, s3Config }: JobRequest): JobInput => ({ input, ...(s3Config && { s3Config }) })

/** Makes the job queue of all endpoints, and takes up the jobs that `storage` holds from an earlier process. */
export const createQueue = (options: QueueOptions): Queue => {
  const { clock, storage } = options
  const store = createJobStore(storage)
  const signals = createSignals(clock)
  const webhooks = createWebhooks({ clock, storage }, options.webhook)
  const queues = new Map<string, EndpointQueue>()
  const limits = { ...RATE_LIMITS, ...options.limits }
  const rateLimits = createRateLimiter(
    clock,
    limits,
    options.limits?.requestsPerWorker ?? REQUESTS_PER_WORKER,
  )
  const own = options.handler && userHandler(options.handler)

  const onEnd = (job: JobRecord): void => {
    if (job.webhook !== undefined) webhooks.notify(job.webhook, store.view(job))
  }

  const open = (endpointId: string): EndpointQueue => {
    const settings = () => options.endpoints(endpointId)
    const queue = createEndpointQueue({
      clock,
      store,
      coldStart: options.coldStart ?? 100,
      settings,
      handlerFor: (input) => own ?? chooseBuiltIn(input, [settings()?.name, endpointId]),
      onChange: (job) => signals.emit(job.id),
      onEnd,
    })
    queues.set(endpointId, queue)
    return queue
  }

  const queueOf = (endpointId: string): EndpointQueue => {
    if (!options.endpoints(endpointId)) throw new JobError('ENDPOINT_UNKNOWN', 'there is no such endpoint')
    return queues.get(endpointId) ?? open(endpointId)
  }

  const find = (endpointId: string, jobId: string): [EndpointQueue, JobRecord] => {
    const queue = queueOf(endpointId)
    const job = queue.find(jobId)
    if (!job)
      throw new JobError(
        'JOB_UNKNOWN',
        'there is no such job: it was never submitted here, or it has expired',
      )
    return [queue, job]
  }

  const submit = (endpointId: string, request: JobRequest, id: string, retention: number): JobView => {
    const { policy, webhook } = request
    const now = clock.now()
    const job: JobRecord = {
      id,
      endpointId,
      status: 'IN_QUEUE',
      ...(webhook != null && { webhook }),
      lowPriority: policy?.lowPriority ?? false,
      ...(policy?.executionTimeout != null && { executionTimeout: policy.executionTimeout }),
      ttl: policy?.ttl ?? TTL_MS.default,
      retention,
      submittedAt: now,
      queuedAt: now,
      tries: 0,
    }
    queueOf(endpointId).submit(job, withoutNulls(request))
    return { id, status: 'IN_QUEUE' }
  }

  const view = (queue: EndpointQueue, job: JobRecord): JobView => {
    const shown = store.view(job)
    const progress = queue.progressOf(job)
    return progress === undefined ? shown : { ...shown, output: progress }
  }

  const { wait, stream } = createWaiting({ clock, signals, find, view })

  const status = (endpointId: string, jobId: string, ttl?: number): JobView => {
    const [queue, job] = find(endpointId, jobId)
    if (ttl !== undefined) queue.setTtl(job, ttl)
    const [, kept] = find(endpointId, jobId)
    return view(queue, kept)
  }

  const cancel = (endpointId: string, jobId: string): JobView => {
    const [queue, job] = find(endpointId, jobId)
    queue.cancel(job)
    return { id: job.id, status: job.status }
  }

  const retry = (endpointId: string, jobId: string): JobView => {
    const [queue, job] = find(endpointId, jobId)
    queue.retry(job)
    return { id: job.id, status: 'IN_QUEUE' }
  }

  const health = (endpointId: string): Health => {
    const { inQueue, inProgress, workers } = queueOf(endpointId).counts()
    return {
      jobs: { ...store.tally(endpointId), inProgress, inQueue },
      workers: { ...workers, ready: workers.idle, throttled: 0, unhealthy: 0 },
    }
  }

  const requests = (endpointId: string): JobView[] => {
    const newest = queueOf(endpointId).list().slice(0, LISTED)
    return newest.map((job) => viewOf(job))
  }

  const refresh = (endpointId: string): void => {
    if (options.endpoints(endpointId)) queueOf(endpointId).pump()
    else queues.get(endpointId)?.pump()
  }

  const removeEndpoint = (endpointId: string): void => {
    queues.get(endpointId)?.removeAll()
    queues.get(endpointId)?.close()
    queues.delete(endpointId)
    store.forgetEndpoint(endpointId)
  }

  const reset = (): void => {
    for (const endpointId of [...queues.keys()]) removeEndpoint(endpointId)
    store.clear()
    webhooks.clear()
  }

  const close = async (): Promise<void> => {
    for (const queue of queues.values()) queue.close()
    signals.close()
    await webhooks.close()
  }

  for (const job of store.all()) (queues.get(job.endpointId) ?? open(job.endpointId)).restore(job)
  // Not at once: whoever makes the queue may still be making what `endpoints` asks
  clock.after(0, () => {
    for (const queue of queues.values()) queue.pump()
  })

  return {
    rateLimits,
    webhooks,
    hasEndpoint: (endpointId) => options.endpoints(endpointId) !== undefined,
    runningWorkers: (endpointId) => queueOf(endpointId).counts().inProgress,
    run: (endpointId, request) => submit(endpointId, request, randomUUID(), RUN_RETENTION_MS),
    runsync: (endpointId, request, ms) =>
      submit(endpointId, request, `sync-${randomUUID()}`, syncRetention(ms)),
    status,
    wait,
    stream,
    cancel,
    retry,
    purge: (endpointId) => ({ removed: queueOf(endpointId).purge(), status: 'completed' }),
    health,
    requests,
    workers: (endpointId) => queues.get(endpointId)?.workers() ?? [],
    refresh,
    removeEndpoint,
    reset,
    close,
  }
}
