import type { EndpointSettings } from './endpoint-settings.ts'

/** What an endpoint has to do and who is there to do it. */
export interface Demand {
  readonly now: number
  /** Jobs that wait; those of low priority are not counted. */
  readonly waiting: number
  /** Since when the oldest of them wait: as many as there may be workers suffices. */
  readonly waitingSince: readonly number[]
  readonly workers: { readonly idle: number; readonly running: number; readonly initializing: number }
}

export interface ScalingAdvice {
  /** Workers there should be at least, within the endpoint's minimum and maximum. */
  readonly workers: number
  /** Milliseconds after which the advice may change by time alone. */
  readonly again?: number
}

const byRequestCount = ({ waiting, workers }: Demand, requestCount: number): ScalingAdvice => ({
  workers: Math.ceil((waiting + workers.running) / requestCount),
})

const byQueueDelay = ({ now, waitingSince, workers }: Demand, queueDelay: number): ScalingAdvice => {
  const up = workers.idle + workers.running + workers.initializing
  const oldest = waitingSince[0]
  if (oldest === undefined) return { workers: 0 }
  const patience = queueDelay * 1000 // milliseconds
  const overdue = waitingSince.filter((since) => now - since >= patience).length
  const soonest = waitingSince[overdue]
  return {
    // The first worker does not wait for the delay: nobody else could take the job
    workers: Math.max(1, up + Math.max(0, overdue - workers.initializing - workers.idle)),
    ...(soonest !== undefined && { again: soonest + patience - now }),
  }
}

const adviceOf = (demand: Demand, { scaling }: EndpointSettings): ScalingAdvice =>
  scaling.type === 'REQUEST_COUNT'
    ? byRequestCount(demand, scaling.requestCount)
    : byQueueDelay(demand, scaling.queueDelay)

/** How many workers an endpoint should have now. It only says when to grow: workers go by their idle timeout. */
export const adviseScaling = (demand: Demand, settings: EndpointSettings): ScalingAdvice => {
  const { workersMin, workersMax } = settings
  const advice = adviceOf(demand, settings)
  const workers = Math.min(Math.max(advice.workers, workersMin), workersMax)
  return workers < workersMax && advice.again !== undefined ? { workers, again: advice.again } : { workers }
}
