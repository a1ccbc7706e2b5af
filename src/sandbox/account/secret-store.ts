import type { Clock } from '../clock.ts'
import { isoTime } from '../state/iso-time.ts'
import type { Sequences } from '../state/sequences.ts'
import type { Table } from '../state/table.ts'

/** A secret as it is shown. Its value is checked, never kept: nothing in the sandbox ever needs it. */
export interface Secret {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly createdAt: string
  readonly lastUpdatedAt: string
}

/** The secrets of the account, as GraphQL and newer REST v2 both see them. */
export interface SecretStore {
  list(): Secret[]
  get(id: string): Secret | undefined
  /** Undefined where the name is taken. */
  create(name: string, description: string | null): Secret | undefined
  delete(id: string): boolean
}

/** Secrets in a table. A name that is taken makes none. */
export const secretStore = (table: Table<Secret>, sequences: Sequences, clock: Clock): SecretStore => ({
  list: () => table.values(),
  get: (id) => table.get(id),
  create: (name, description) => {
    if (table.values().some((secret) => secret.name === name)) return undefined
    const now = isoTime(clock.now())
    const id = sequences.next('secret')
    return table.put(id, { id, name, description, createdAt: now, lastUpdatedAt: now })
  },
  delete: (id) => table.delete(id),
})
