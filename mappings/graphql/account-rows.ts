import type { z } from 'zod'
import { mapping } from '../dsl/mapping.ts'
import { between } from '../dsl/row.ts'
import { OtherUserSettings, UpdateUserSettingsInput, User } from '../schemas/graphql/account.ts'
import * as V2 from '../schemas/v2/index.ts'
import { keyLines } from './codecs.ts'

const input = UpdateUserSettingsInput.extend(OtherUserSettings.shape)
const answer = User.pick({ id: true, email: true, authId: true, pubKey: true })

const { field, drop, refuse } = between<
  z.infer<typeof input> | z.infer<typeof answer>,
  V2.SshKeysUpdate | V2.SshKeys
>()

const OWNER = 'v2 does not say whose keys they are'
const NOTICE = 'only GraphQL has settings of notices; say them in a call of their own'

/** The caller's SSH keys: one text in GraphQL, all of them replaced at once. */
export const graphqlSshKeys = mapping('graphql.sshKeys', {
  facets: { update: [input, V2.SshKeysUpdate], read: [answer, V2.SshKeys] },
  rows: [
    field('pubKey', 'keys', { via: keyLines }),
    refuse('notifyPodsStale', {}, NOTICE),
    refuse('notifyPodsGeneral', {}, NOTICE),
    refuse('notifyLowBalance', {}, NOTICE),
    drop('id', OWNER),
    drop('email', OWNER),
    drop('authId', OWNER),
  ],
})
