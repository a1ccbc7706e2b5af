/** What stands where a secret stood. */
export const REDACTED = '[redacted]'

/**
 * Fields whose content is written down nowhere, in any API: credentials, and what people put credentials in
 * (environments, commands). Compared in lower case, without underscores and dashes.
 */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'accessid',
  'accesskey',
  'accesskeyid',
  'accesssecret',
  'accesstoken',
  'apikey',
  'args',
  'authorization',
  'cmd',
  'dockerargs',
  'dockerentrypoint',
  'dockerstartcmd',
  'entrypoint',
  'env',
  'password',
  'privatekey',
  's3config',
  'secret',
  'secretaccesskey',
  'secretkey',
  'secretvalue',
  'token',
  'value',
])

/** Whether a field, argument, parameter or variable of this name may hold a secret. */
export const isSecretName = (name: string): boolean =>
  SECRET_NAMES.has(name.replace(/[-_]/g, '').toLowerCase())
