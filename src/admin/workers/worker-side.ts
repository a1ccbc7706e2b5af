import { type EchoEntry, type Store, StoreError, type UsageRecord } from '../../storage/contract.ts'
import type { Exposition } from '../exposition.ts'
import { type Ask, openChannel, type Pipe } from './channel.ts'

/** What a worker is asked by the primary; filled in once it is there. */
export interface WorkerAnswers {
  exposition?: Exposition
  flush?: () => Promise<void>
}

/** The primary's store, as a worker uses it. */
const remoteStore = (ask: Ask): Store => {
  const call = async <T>(method: keyof Store, ...values: readonly unknown[]): Promise<T> => {
    try {
      return (await ask(method, ...values)) as T
    } catch (error) {
      throw new StoreError(error instanceof Error ? error.message : 'no answer', { cause: error })
    }
  }
  return {
    salt: () => call<string>('salt'),
    addUsage: (batch) => call('addUsage', batch),
    readUsage: (since) => call<UsageRecord>('readUsage', since),
    forgetUsage: (day) => call('forgetUsage', day),
    putEcho: (entry) => call('putEcho', entry),
    getEcho: (account, resource, ids) => call<readonly EchoEntry[]>('getEcho', account, resource, ids),
    deleteEcho: (account, resource, id) => call('deleteEcho', account, resource, id),
    expireEcho: (at) => call('expireEcho', at),
    close: async () => {},
  }
}

/** A worker's end: its store is the primary's, and it answers with its metrics when asked. */
export const openWorkerSide = (pipe: Pipe, answers: WorkerAnswers): Store =>
  remoteStore(
    openChannel(pipe, {
      snapshot: () => answers.exposition?.snapshot() ?? [],
      flush: () => answers.flush?.(),
    }),
  )
