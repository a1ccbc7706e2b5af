import type { Store } from '../../storage/contract.ts'
import { type Snapshot, textOfAll } from '../exposition.ts'
import { type Ask, type Methods, openChannel, type Pipe } from './channel.ts'

/** The primary's view of its workers. */
export interface PrimarySide {
  /** Takes a new worker in; call `forget` when it is gone. */
  readonly add: (pipe: Pipe) => { readonly forget: () => void }
  /** All workers' metrics as one; one that does not answer in time is left out. */
  readonly text: () => Promise<string>
  /** Has every worker store what it has counted. */
  readonly flush: () => Promise<void>
}

const PATIENCE = 2_000 // milliseconds for a busy worker, while somebody scrapes

const inTime = <T>(answer: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, undefined)
  })
  return Promise.race([answer.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}

/** A worker may use the store, but not close it. */
const methodsOf = (store: Store): Methods => {
  const { close: _, ...methods } = store
  return methods as unknown as Methods
}

/** The primary's end of every worker's pipe: lends them the store, gathers their metrics. */
export const openPrimarySide = (store: Store): PrimarySide => {
  const workers = new Set<Ask>()
  const askAll = (method: string): Promise<unknown[]> =>
    Promise.all([...workers].map((ask) => inTime(ask(method))))
  return {
    add: (pipe) => {
      const ask = openChannel(pipe, methodsOf(store))
      workers.add(ask)
      return { forget: () => void workers.delete(ask) }
    },
    text: async () => textOfAll((await askAll('snapshot')).filter(Boolean) as Snapshot[]),
    flush: async () => void (await askAll('flush')),
  }
}
