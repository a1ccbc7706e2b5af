import type { Clock, Timer } from '../clock.ts'
import type { EndpointSettings } from './endpoint-settings.ts'
import type { Worker } from './fleet.ts'
import { createFleet, type Fleet } from './fleet.ts'
import type { JobRecord } from './job.ts'
import { createLanes, type Lanes } from './lanes.ts'
import { adviseScaling } from './scaling.ts'

interface WorkforceOptions {
  readonly clock: Clock
  /** Milliseconds a worker needs to start. */
  readonly coldStart: number
  readonly settings: () => EndpointSettings | undefined
  /** A waiting job has got a worker. */
  readonly begin: (job: JobRecord, worker: Worker) => void
}

/** The waiting jobs of an endpoint and the workers they go to. */
export interface Workforce {
  readonly lanes: Lanes
  readonly fleet: Fleet
  /** Hands waiting jobs to idle workers, then starts and ends workers as the endpoint's settings want it. */
  pump(): void
  close(): void
}

const NO_ENDPOINT: EndpointSettings = {
  workersMin: 0,
  workersMax: 0,
  idleTimeout: 1,
  scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
}

/** An endpoint's workers and the jobs that wait for them. */
export const createWorkforce = ({ clock, coldStart, settings, begin }: WorkforceOptions): Workforce => {
  const current = (): EndpointSettings => settings() ?? NO_ENDPOINT
  const lanes = createLanes()
  let nextLook: Timer | undefined

  const idling = () => {
    const { idleTimeout, workersMin, workersMax } = current()
    return { timeout: Math.max(idleTimeout, 1) * 1000, keep: Math.min(workersMin, workersMax) }
  }

  const assign = (): void => {
    while (lanes.size() > 0) {
      const worker = fleet.take()
      if (!worker) return
      const job = lanes.next()
      if (job) begin(job, worker)
    }
  }

  const scale = (): void => {
    const wanted = current()
    const waitingSince = lanes.waitingSince(wanted.workersMax + 1)
    const demand = { now: clock.now(), waiting: lanes.demand(), waitingSince, workers: fleet.counts() }
    const advice = adviseScaling(demand, wanted)
    for (let up = fleet.list().length; up < advice.workers; up += 1) fleet.start()
    fleet.trim(wanted.workersMax)
    fleet.recall()
    nextLook?.cancel()
    nextLook = advice.again === undefined ? undefined : clock.after(advice.again, pump)
  }

  const pump = (): void => {
    assign()
    scale()
  }

  const fleet = createFleet({ clock, coldStart, onReady: pump, idling })

  const close = (): void => {
    nextLook?.cancel()
    fleet.close()
  }

  return { lanes, fleet, pump, close }
}
