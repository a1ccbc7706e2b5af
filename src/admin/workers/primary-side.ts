import type { Store } from '../../storage/contract.ts'
import { countsOfAll, type Snapshot, textOfAll } from '../exposition.ts'
import { type Ask, type Methods, openChannel, type Pipe } from './channel.ts'

/** The primary's view of its workers. */
export interface PrimarySide {
  /** Takes a new worker in; call `forget` when it is gone: what it had counted when last asked goes on counting. */
  readonly add: (pipe: Pipe) => { readonly forget: () => Promise<void> }
  /** All workers' metrics as one; of one that does not answer in time, what it said before. */
  readonly text: () => Promise<string>
  /** Has every worker store what it has counted. */
  readonly flush: () => Promise<void>
}

const PATIENCE = 2_000 // milliseconds for a busy worker, while somebody scrapes

const inTime = <T>(answer: Promise<T>, patience: number): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patience, undefined)
  })
  return Promise.race([answer.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}

/** A worker may use the store, but not close it. */
const methodsOf = (store: Store): Methods => {
  const { close: _, ...methods } = store
  return methods as unknown as Methods
}

interface Worker {
  readonly ask: Ask
  /** What it said when it was last asked. */
  last: Snapshot | undefined
}

const said = (snapshots: readonly (Snapshot | undefined)[]): Snapshot[] =>
  snapshots.filter((one) => one !== undefined)

/** The primary's end of every worker's pipe: lends them the store, gathers their metrics. @param patience milliseconds */
export const openPrimarySide = (store: Store, patience = PATIENCE): PrimarySide => {
  const workers = new Set<Worker>()
  let gone: Promise<Snapshot | undefined> = Promise.resolve(undefined)
  const ask = async (worker: Worker): Promise<void> => {
    const answer = (await inTime(worker.ask('snapshot'), patience)) as Snapshot | undefined
    worker.last = answer ?? worker.last
  }
  const forget = async (worker: Worker): Promise<void> => {
    if (!workers.delete(worker)) return
    gone = gone.then((before) => countsOfAll(said([before, worker.last])))
    await gone
  }
  /** What the gone and the present have counted: nobody goes between the two readings, so that nobody is in both. */
  const lasts = async (): Promise<Snapshot[]> => {
    let seen: typeof gone
    let before: Snapshot | undefined
    do {
      seen = gone
      before = await seen
    } while (seen !== gone)
    return said([before, ...[...workers].map(({ last }) => last)])
  }
  return {
    add: (pipe) => {
      const worker: Worker = { ask: openChannel(pipe, methodsOf(store)), last: undefined }
      workers.add(worker)
      return { forget: () => forget(worker) }
    },
    text: async () => {
      await Promise.all([...workers].map(ask))
      return textOfAll(await lasts())
    },
    flush: async () =>
      void (await Promise.all([...workers].map((worker) => inTime(worker.ask('flush'), patience)))),
  }
}
