import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type Database from 'libsql'
import {
  type DayDelta,
  type EchoEntry,
  type Store,
  StoreError,
  storeLimits,
  type UsageDelta,
} from './contract.ts'
import { SALT_BYTES, SCHEMA, SETTINGS } from './schema.ts'

export interface FileStoreOptions {
  readonly file: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The file stops growing here; what does not fit is refused and kept by the caller. */
  readonly maxBytes?: number
}

const PATIENCE = 1_000 // milliseconds for another process that is writing
const PAGE = 4_096 // bytes
const DEFAULT_MAX_BYTES = 1024 * 1024 * 1024

/** A directory, for one, is refused without a code. */
const codeOf = (error: unknown): string =>
  (error instanceof Error && 'code' in error && String(error.code)) ||
  'unknown reason: is it a writable file?'

const failed = (file: string, what: string, error: unknown): StoreError =>
  new StoreError(`${file} cannot be ${what} (${codeOf(error)})`, { cause: error })

const prepare = (database: Database.Database, maxBytes: number): Database.Database => {
  // A reader and a writer do not wait for each other, and a killed process leaves nothing half written.
  database.pragma('journal_mode = WAL')
  // The end of the process loses nothing; the end of the machine at most the last moments.
  database.pragma('synchronous = NORMAL')
  database.pragma(`busy_timeout = ${PATIENCE}`)
  database.pragma(`max_page_count = ${Math.ceil(maxBytes / PAGE)}`)
  for (const statement of SCHEMA) database.exec(statement)
  return database
}

const open = async ({ file, maxBytes = DEFAULT_MAX_BYTES }: FileStoreOptions): Promise<Database.Database> => {
  // Loaded here: a proxy that keeps its counts in memory never pays for the native library.
  const { default: Libsql } = await import('libsql')
  const path = resolve(file)
  try {
    if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // The library makes files that everybody may read; its journals take the mode of the file they belong to.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
    return prepare(new Libsql(path, { timeout: PATIENCE }), maxBytes)
  } catch (error) {
    throw failed(file, 'opened as a usage store', error)
  }
}

const ADD_USAGE = `INSERT INTO upshift_usage (consumer, client, operation, rule, count, first, last)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (consumer, client, operation, rule) DO UPDATE SET
  count = count + excluded.count, first = min(first, excluded.first), last = max(last, excluded.last)`
const ADD_DAY = `INSERT INTO upshift_days (day, consumer, operation, count) VALUES (?, ?, ?, ?)
  ON CONFLICT (day, consumer, operation) DO UPDATE SET count = count + excluded.count`
const PUT_ECHO = `INSERT INTO upshift_echo (account, resource, id, fields, at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (account, resource, id) DO UPDATE SET fields = excluded.fields, at = excluded.at`
const TRIM_ECHO = `DELETE FROM upshift_echo WHERE account = ? AND at <
  (SELECT at FROM upshift_echo WHERE account = ? ORDER BY at DESC LIMIT 1 OFFSET ?)`

const statementsOf = (database: Database.Database) => ({
  newBatch: database.prepare('INSERT OR IGNORE INTO upshift_batches (id, at) VALUES (?, ?)'),
  addUsage: database.prepare(ADD_USAGE),
  addDay: database.prepare(ADD_DAY),
  usage: database.prepare('SELECT * FROM upshift_usage ORDER BY last DESC LIMIT ?'),
  days: database.prepare('SELECT * FROM upshift_days WHERE day >= ? LIMIT ?'),
  forgetDays: database.prepare('DELETE FROM upshift_days WHERE day < ?'),
  forgetBatches: database.prepare('DELETE FROM upshift_batches WHERE at < ?'),
  newSetting: database.prepare('INSERT OR IGNORE INTO upshift_settings (name, value) VALUES (?, ?)'),
  setting: database.prepare('SELECT value FROM upshift_settings WHERE name = ?'),
  putEcho: database.prepare(PUT_ECHO),
  trimEcho: database.prepare(TRIM_ECHO),
  getEcho: database.prepare('SELECT * FROM upshift_echo WHERE account = ? AND resource = ? AND id = ?'),
  allEchoes: database.prepare('SELECT * FROM upshift_echo WHERE account = ? AND resource = ?'),
  deleteEcho: database.prepare('DELETE FROM upshift_echo WHERE account = ? AND resource = ? AND id = ?'),
  expireEcho: database.prepare('DELETE FROM upshift_echo WHERE at < ?'),
})

/** Beyond this many, one look at all of an account's echoes is cheaper than one look each. */
const FEW_IDS = 50
const oneOf = (ids: readonly string[]): ((entry: EchoEntry) => boolean) => {
  const wanted = new Set(ids)
  return ({ id }) => wanted.has(id)
}

type Statements = ReturnType<typeof statementsOf>

/** The setting's value; made now where there is none. */
const settingOf = ({ newSetting, setting }: Statements, name: string, fresh: string): string => {
  newSetting.run(name, fresh)
  return (setting.get(name) as { value: string }).value
}

const writeBatch = (
  { newBatch, addUsage, addDay }: Statements,
  { id, at, usage, days }: Parameters<Store['addUsage']>[0],
): void => {
  if (newBatch.run(id, at).changes === 0) return
  for (const row of usage)
    addUsage.run(row.consumer, row.client, row.operation, row.rule, row.count, row.first, row.last)
  for (const row of days) addDay.run(row.day, row.consumer, row.operation, row.count)
}

/** Runs the work wholly or not at all. */
const inTransaction = (database: Database.Database, work: () => void): void => {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK') // a full disk has rolled back by itself
    throw error
  }
}

/**
 * Keeps everything in one SQLite file beside its write-ahead log. A batch of usage is at most a hundred rows: short
 * enough to be written on the event loop.
 * @throws {StoreError} where the file cannot be made, or is something else
 */
export const fileStore = async (options: FileStoreOptions): Promise<Store> => {
  const { file } = options
  const database = await open(options)
  const statements = statementsOf(database)
  const guarded = async <T>(what: string, work: () => T): Promise<T> => {
    try {
      return work()
    } catch (error) {
      throw failed(file, what, error)
    }
  }
  const write = (work: () => void) => guarded('written', work)
  const since = Number(settingOf(statements, SETTINGS.since, String(options.now())))

  return {
    salt: () =>
      guarded('read', () => settingOf(statements, SETTINGS.salt, randomBytes(SALT_BYTES).toString('hex'))),
    addUsage: (batch) => write(() => inTransaction(database, () => writeBatch(statements, batch))),
    readUsage: (from) =>
      guarded('read', () => ({
        since,
        usage: statements.usage.all(storeLimits.rows) as UsageDelta[],
        days: statements.days.all(from, storeLimits.rows) as DayDelta[],
      })),
    forgetUsage: (day) =>
      write(() => {
        statements.forgetDays.run(day)
        statements.forgetBatches.run(Date.parse(day))
      }),
    putEcho: ({ account, resource, id, fields, at }) =>
      write(() => {
        statements.putEcho.run(account, resource, id, fields, at)
        statements.trimEcho.run(account, account, storeLimits.echoes - 1)
      }),
    getEcho: (account, resource, ids) =>
      guarded('read', () =>
        ids.length > FEW_IDS
          ? (statements.allEchoes.all(account, resource) as EchoEntry[]).filter(oneOf(ids))
          : ids.flatMap((id) => statements.getEcho.all(account, resource, id) as EchoEntry[]),
      ),
    deleteEcho: (account, resource, id) => write(() => void statements.deleteEcho.run(account, resource, id)),
    expireEcho: (at) => write(() => void statements.expireEcho.run(at)),
    close: async () => {
      database.close()
    },
  }
}
