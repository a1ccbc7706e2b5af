import type { EndpointWorld } from './endpoint-world.ts'
import { meterEndpoint } from './meter-endpoint.ts'

/** How often the workers of a busy endpoint are counted, milliseconds: bills are that exact. */
const LOOK_MS = 1000
/** A submitted job has got its worker, or is known to wait for one, milliseconds after it came. */
const SOON_MS = 50

/** Bills workers that come and go with jobs. Quiet endpoints cost no timer. */
export interface WorkerWatch {
  /** To be called when a job was sent to an endpoint. */
  jobSent(endpointId: string): void
}

/** Follows workers until they are idle again. */
export const workerWatch = (world: EndpointWorld): WorkerWatch => {
  const watched = new Set<string>()
  const isBusy = (id: string): boolean => {
    const record = world.table.get(id)
    if (record?.type !== 'QUEUE') return false
    const { jobs } = world.queue().health(id)
    return (
      jobs.inQueue + jobs.inProgress > 0 || world.queue().workers(id).length > record.settings.workers.min
    )
  }
  const look = (id: string): void => {
    meterEndpoint(world, id)
    if (isBusy(id)) world.clock.after(LOOK_MS, () => look(id))
    else watched.delete(id)
  }
  return {
    jobSent: (id) => {
      if (watched.has(id) || !world.table.has(id)) return
      watched.add(id)
      world.clock.after(SOON_MS, () => look(id))
    },
  }
}
