import { SshKeysUpdate } from '../../../mappings/schemas/v2/account.ts'
import { ok, type Route } from '../http/route.ts'
import { validate } from '../http/violations.ts'
import type { Table } from '../state/table.ts'

const ONLY = 'all'

/** The account's public keys, whole. */
export const sshKeysOf = (table: Table<string[]>): readonly string[] => table.get(ONLY) ?? []

/** The operations of /v2/account/ssh-keys: a PUT replaces every key. */
export const sshKeyRoutes = (table: Table<string[]>): Route[] => [
  { method: 'GET', path: '/v2/account/ssh-keys', handle: () => ok({ keys: sshKeysOf(table) }) },
  {
    method: 'PUT',
    path: '/v2/account/ssh-keys',
    handle: (call) => ok({ keys: table.put(ONLY, validate(SshKeysUpdate, call.body).keys) }),
  },
]
