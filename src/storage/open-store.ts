import { type Store, StoreError } from './contract.ts'
import { memoryStore } from './memory-store.ts'

const POSTGRES = /^postgres(ql)?:\/\//i

/**
 * Opens the place an operator named: nothing for memory, a `postgres://` address, or a file.
 * @throws {StoreError}
 */
export const openStore = async (place: string | undefined, now: () => number): Promise<Store> => {
  if (place === undefined) return memoryStore(now)
  if (POSTGRES.test(place)) {
    if (!URL.canParse(place)) throw new StoreError('the address of the usage store cannot be read')
    return (await import('./postgres-store.ts')).postgresStore({ url: place, now })
  }
  if (/^\w+:\/\//.test(place)) throw new StoreError('the usage store must be a file or a postgres:// address')
  return (await import('./file-store.ts')).fileStore({ file: place, now })
}
