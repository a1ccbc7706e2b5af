import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import {
  type DayDelta,
  type EchoEntry,
  type Store,
  StoreError,
  storeLimits,
  type UsageBatch,
  type UsageDelta,
} from './contract.ts'
import { SALT_BYTES, SCHEMA, SETTINGS } from './schema.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`; never repeated in a message. */
  readonly url: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const CONNECTIONS = 2
const CONNECT_DEADLINE = 5_000 // milliseconds
const QUERY_DEADLINE = 10_000 // milliseconds
const IDLE = 30_000 // milliseconds
/** Any number will do, so long as all instances use the same. */
const MIGRATION_LOCK = 7_365_018_446

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code !== undefined ? String(error.code) : 'no answer'

const failed = (what: string, error: unknown): StoreError =>
  new StoreError(`the usage store in PostgreSQL cannot be ${what} (${codeOf(error)})`, { cause: error })

const openPool = async ({ url }: PostgresStoreOptions): Promise<Pool> => {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_DEADLINE,
    query_timeout: QUERY_DEADLINE,
    statement_timeout: QUERY_DEADLINE,
    idleTimeoutMillis: IDLE,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'upshift',
  })
  // An idle connection that dies (a restarted server) is replaced by the next query; nobody need hear of it.
  pool.on('error', () => {})
  return pool
}

/** Runs the work wholly or not at all; a connection that failed is not used again. */
const inTransaction = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** `IF NOT EXISTS` alone still collides when ten instances start at once, so they take turns. */
const migrate = (pool: Pool): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    for (const statement of SCHEMA) await client.query(statement)
  })

const ADD_USAGE = `INSERT INTO upshift_usage AS old (consumer, client, operation, rule, count, first, last)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
  ON CONFLICT (consumer, client, operation, rule) DO UPDATE SET count = old.count + excluded.count,
  first = least(old.first, excluded.first), last = greatest(old.last, excluded.last)`
const ADD_DAYS = `INSERT INTO upshift_days AS old (day, consumer, operation, count)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
  ON CONFLICT (day, consumer, operation) DO UPDATE SET count = old.count + excluded.count`
const PUT_ECHO = `INSERT INTO upshift_echo (account, resource, id, fields, at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account, resource, id) DO UPDATE SET fields = excluded.fields, at = excluded.at`
const TRIM_ECHO = `DELETE FROM upshift_echo WHERE account = $1 AND at <
  (SELECT at FROM upshift_echo WHERE account = $1 ORDER BY at DESC LIMIT 1 OFFSET $2)`

const column = <T, N extends keyof T>(rows: readonly T[], name: N): T[N][] => rows.map((row) => row[name])

/** Writers that lock rows in one order cannot wait for each other in a circle. */
const inOrder = <T>(rows: readonly T[], names: readonly (keyof T)[]): T[] => {
  const key = (row: T) => names.map((name) => String(row[name])).join('\u0000')
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

const USAGE_KEY = ['consumer', 'client', 'operation', 'rule'] as const
const DAY_KEY = ['day', 'consumer', 'operation'] as const

const writeBatch = async (client: PoolClient, { id, at, usage, days }: UsageBatch): Promise<void> => {
  const added = await client.query(
    'INSERT INTO upshift_batches (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [id, at],
  )
  if (added.rowCount === 0) return
  if (usage.length > 0) {
    const rows = inOrder(usage, USAGE_KEY)
    const names = [...USAGE_KEY, 'count', 'first', 'last'] as const
    await client.query(
      ADD_USAGE,
      names.map((name) => column(rows, name)),
    )
  }
  if (days.length > 0) {
    const rows = inOrder(days, DAY_KEY)
    await client.query(
      ADD_DAYS,
      [...DAY_KEY, 'count' as const].map((name) => column(rows, name)),
    )
  }
}

/** 64-bit numbers arrive as text; ours are counts and times, far below 2^53. */
const numbersOf = <T>(row: QueryResultRow, names: readonly string[]): T =>
  ({ ...row, ...Object.fromEntries(names.map((name) => [name, Number(row[name])])) }) as T

/**
 * Keeps everything in a PostgreSQL database that any number of instances share. Connects when it is first used: an
 * instance whose store is away serves all the same, and stores when it is back.
 */
export const postgresStore = async (options: PostgresStoreOptions): Promise<Store> => {
  const pool = await openPool(options)
  let migrated: Promise<void> | undefined
  const ready = (): Promise<void> => {
    migrated ??= migrate(pool).catch((error: unknown) => {
      migrated = undefined
      throw error
    })
    return migrated
  }
  const guarded = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      await ready()
      return await work()
    } catch (error) {
      throw failed(what, error)
    }
  }
  const rowsOf = async <T>(sql: string, values: unknown[], numbers: readonly string[]): Promise<T[]> =>
    (await pool.query(sql, values)).rows.map((row: QueryResultRow) => numbersOf<T>(row, numbers))
  const run = (sql: string, values: unknown[]) =>
    guarded('written', async () => void (await pool.query(sql, values)))
  const setting = async (name: string, fresh: string): Promise<string> => {
    await pool.query('INSERT INTO upshift_settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      name,
      fresh,
    ])
    const { rows } = await pool.query('SELECT value FROM upshift_settings WHERE name = $1', [name])
    return String(rows[0]?.value)
  }

  return {
    salt: () => guarded('read', () => setting(SETTINGS.salt, randomBytes(SALT_BYTES).toString('hex'))),
    addUsage: (batch) => guarded('written', () => inTransaction(pool, (client) => writeBatch(client, batch))),
    readUsage: (from) =>
      guarded('read', async () => ({
        since: Number(await setting(SETTINGS.since, String(options.now()))),
        usage: await rowsOf<UsageDelta>(
          'SELECT * FROM upshift_usage ORDER BY last DESC LIMIT $1',
          [storeLimits.rows],
          ['count', 'first', 'last'],
        ),
        days: await rowsOf<DayDelta>(
          'SELECT * FROM upshift_days WHERE day >= $1 LIMIT $2',
          [from, storeLimits.rows],
          ['count'],
        ),
      })),
    forgetUsage: async (day) => {
      await run('DELETE FROM upshift_days WHERE day < $1', [day])
      await run('DELETE FROM upshift_batches WHERE at < $1', [Date.parse(day)])
    },
    putEcho: async ({ account, resource, id, fields, at }) => {
      await run(PUT_ECHO, [account, resource, id, fields, at])
      await run(TRIM_ECHO, [account, storeLimits.echoes - 1])
    },
    getEcho: (account, resource, ids) =>
      guarded('read', () =>
        rowsOf<EchoEntry>(
          'SELECT * FROM upshift_echo WHERE account = $1 AND resource = $2 AND id = ANY($3)',
          [account, resource, ids],
          ['at'],
        ),
      ),
    deleteEcho: (account, resource, id) =>
      run('DELETE FROM upshift_echo WHERE account = $1 AND resource = $2 AND id = $3', [
        account,
        resource,
        id,
      ]),
    expireEcho: (at) => run('DELETE FROM upshift_echo WHERE at < $1', [at]),
    close: () => pool.end(),
  }
}
