import type { Operation } from '../../operation.ts'
import * as account from '../account.ts'

export const accountOperations = {
  'v2.account.sshKeys.get': {
    method: 'GET',
    path: '/v2/account/ssh-keys',
    summary: 'Read the SSH public keys of the account',
    response: account.SshKeys,
    status: 200,
  },
  'v2.account.sshKeys.update': {
    method: 'PUT',
    path: '/v2/account/ssh-keys',
    summary: 'Replace the SSH public keys of the account',
    request: account.SshKeysUpdate,
    response: account.SshKeys,
    status: 200,
  },
} as const satisfies Record<string, Operation>
