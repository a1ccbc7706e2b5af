import type { Clock } from '../clock.ts'

/** Lets callers wait for the next change of a job. */
export interface Signals {
  /** Resolves at the next change of the job, after `ms` milliseconds, or when the caller has gone. */
  next(id: string, ms: number, gone?: AbortSignal): Promise<void>
  /** The job has changed. */
  emit(id: string): void
  /** Ends every wait, now and from now on. */
  close(): void
  closed(): boolean
}

/** Nobody listens yet. */
export const createSignals = (clock: Clock): Signals => {
  let isClosed = false
  const listeners = new Map<string, Set<() => void>>()

  const listen = (id: string, wake: () => void): (() => void) => {
    const mine = listeners.get(id) ?? new Set()
    listeners.set(id, mine.add(wake))
    return () => {
      mine.delete(wake)
      if (mine.size === 0 && listeners.get(id) === mine) listeners.delete(id)
    }
  }

  const next = (id: string, ms: number, gone?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (isClosed || gone?.aborted) return resolve()
      const wake = (): void => {
        timer.cancel()
        unlisten()
        gone?.removeEventListener('abort', wake)
        resolve()
      }
      const unlisten = listen(id, wake)
      const timer = clock.after(ms, wake)
      gone?.addEventListener('abort', wake)
    })

  const emit = (id: string): void => {
    for (const wake of [...(listeners.get(id) ?? [])]) wake()
  }

  const close = (): void => {
    isClosed = true
    for (const id of [...listeners.keys()]) emit(id)
  }

  return { next, emit, close, closed: () => isClosed }
}
