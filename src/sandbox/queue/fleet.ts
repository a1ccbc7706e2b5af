import { randomUUID } from 'node:crypto'
import type { Clock, Timer } from '../clock.ts'

export type WorkerStatus = 'INITIALIZING' | 'IDLE' | 'RUNNING'

/** A worker of an endpoint. It works on one job at a time. */
export interface Worker {
  readonly id: string
  status: WorkerStatus
  /** Epoch milliseconds. */
  readonly startedAt: number
}

interface Member extends Worker {
  /** Ends the cold start or the idle time. */
  timer?: Timer
}

export interface WorkerCounts {
  idle: number
  running: number
  initializing: number
}

export interface Fleet {
  /** Starts a worker; it is ready after the cold start. */
  start(): void
  /** An idle worker, now running: the one that was busy last, so that the others can go. */
  take(): Worker | undefined
  /** The worker has finished its job. */
  release(worker: Worker): void
  /** The worker is gone. */
  discard(worker: Worker): void
  /** Lets idle workers above `keep` go at once. */
  trim(keep: number): void
  /** Sets the idle time of workers that stayed as the minimum and are above it now. */
  recall(): void
  list(): readonly Worker[]
  counts(): WorkerCounts
  /** Stops every timer and forgets every worker. */
  close(): void
}

interface FleetOptions {
  readonly clock: Clock
  /** Milliseconds a worker needs to start. */
  readonly coldStart: number
  /** A worker became ready. */
  readonly onReady: () => void
  /** Milliseconds an idle worker stays, and how many stay for ever. */
  readonly idling: () => { readonly timeout: number; readonly keep: number }
}

/** The workers of one endpoint, from cold start to idle timeout. */
export const createFleet = ({ clock, coldStart, onReady, idling }: FleetOptions): Fleet => {
  const members = new Map<string, Member>()

  const discard = (worker: Worker): void => {
    members.get(worker.id)?.timer?.cancel()
    members.delete(worker.id)
  }

  const retire = (member: Member): void => {
    delete member.timer
    if (members.size > idling().keep) discard(member) // the minimum stays, until recall() finds that it was lowered
  }

  const rest = (member: Member): void => {
    member.status = 'IDLE'
    member.timer?.cancel()
    member.timer = clock.after(idling().timeout, () => retire(member))
  }

  const release = (worker: Worker): void => {
    const member = members.get(worker.id)
    if (!member) return
    // Placed last: take() looks from the end
    members.delete(member.id)
    members.set(member.id, member)
    rest(member)
  }

  const start = (): void => {
    const member: Member = { id: randomUUID(), status: 'INITIALIZING', startedAt: clock.now() }
    members.set(member.id, member)
    member.timer = clock.after(coldStart, () => {
      rest(member)
      onReady()
    })
  }

  const take = (): Worker | undefined => {
    const member = [...members.values()].findLast(({ status }) => status === 'IDLE')
    if (!member) return undefined
    member.timer?.cancel()
    member.status = 'RUNNING'
    return member
  }

  const trim = (keep: number): void => {
    for (const member of [...members.values()]) {
      if (members.size > keep && member.status === 'IDLE') discard(member)
    }
  }

  const counts = (): WorkerCounts => {
    const count = { idle: 0, running: 0, initializing: 0 }
    for (const { status } of members.values()) {
      count[status === 'IDLE' ? 'idle' : status === 'RUNNING' ? 'running' : 'initializing'] += 1
    }
    return count
  }

  const recall = (): void => {
    if (members.size <= idling().keep) return
    for (const member of members.values()) if (member.status === 'IDLE' && !member.timer) rest(member)
  }

  const close = (): void => {
    for (const member of [...members.values()]) discard(member)
  }

  return { start, take, release, discard, trim, recall, list: () => [...members.values()], counts, close }
}
