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

/** A password under another spelling: a misspelt field is refused, and holds it all the same. */
const PASSWORD = /passw|passphrase/

/** Whether a field, argument, parameter or variable of this name may hold a secret. */
export const isSecretName = (name: string): boolean => {
  const plain = name.replace(/[-_]/g, '').toLowerCase()
  return SECRET_NAMES.has(plain) || PASSWORD.test(plain)
}
