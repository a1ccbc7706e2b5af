import { z } from 'zod'

/** Answer of GET and PUT /v2/account/ssh-keys: lines as in an authorized_keys file. */
export const SshKeys = z.object({ keys: z.array(z.string()) })
export type SshKeys = z.infer<typeof SshKeys>

/** Body of PUT /v2/account/ssh-keys: replaces all keys. */
export const SshKeysUpdate = z.strictObject({
  keys: z.array(z.string().regex(/^(ssh|ecdsa|sk)-[^\s]+ [^\s]+([ \t][^\n\r]*)?$/)),
})
export type SshKeysUpdate = z.infer<typeof SshKeysUpdate>
