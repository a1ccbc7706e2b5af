/**
 * The tables, in the common part of both databases' languages. Each statement may run any number of times; a change of
 * the schema is a further statement at the end, never an edit.
 */
export const SCHEMA: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS upshift_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
  `CREATE TABLE IF NOT EXISTS upshift_usage (
    consumer TEXT NOT NULL, client TEXT NOT NULL, operation TEXT NOT NULL, rule TEXT NOT NULL,
    count BIGINT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL,
    PRIMARY KEY (consumer, client, operation, rule))`,
  `CREATE TABLE IF NOT EXISTS upshift_days (
    day TEXT NOT NULL, consumer TEXT NOT NULL, operation TEXT NOT NULL, count BIGINT NOT NULL,
    PRIMARY KEY (day, consumer, operation))`,
  'CREATE TABLE IF NOT EXISTS upshift_batches (id TEXT PRIMARY KEY, at BIGINT NOT NULL)',
  'CREATE INDEX IF NOT EXISTS upshift_batches_at ON upshift_batches (at)',
  `CREATE TABLE IF NOT EXISTS upshift_echo (
    account TEXT NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL, fields TEXT NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (account, resource, id))`,
  'CREATE INDEX IF NOT EXISTS upshift_echo_at ON upshift_echo (at)',
]

/** Names of settings. */
export const SETTINGS = { salt: 'salt', since: 'since' } as const

/** Bytes of the installation's secret. */
export const SALT_BYTES = 32
