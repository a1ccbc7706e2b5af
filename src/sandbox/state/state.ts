import type { Storage } from '../storage/storage.ts'
import { type Sequences, sequencesIn } from './sequences.ts'
import { openTable, type Table } from './table.ts'

/** All that the sandbox's one account owns. */
export interface State {
  /** A kind of document; each namespace is opened once, by its owner. */
  table<Document>(namespace: string): Table<Document>
  readonly sequences: Sequences
  /** Runs a change wholly or not at all, as far as the disk is concerned. Handlers check before they change. */
  atomically<Result>(change: () => Result): Result
  /** Forgets everything, sequences included: the next ids are the first ones again. */
  clear(): void
}

/** Opens tables over a storage. */
export const openState = (storage: Storage): State => {
  const tables: Table<unknown>[] = []
  const table = <Document>(namespace: string): Table<Document> => {
    const opened = openTable<Document>(storage, namespace)
    tables.push(opened as Table<unknown>)
    return opened
  }
  return {
    table,
    sequences: sequencesIn(table<number>('sequences')),
    atomically: (change) => storage.transaction(change),
    clear: () => {
      for (const one of tables) one.clear()
    },
  }
}
