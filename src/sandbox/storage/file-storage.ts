import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'libsql'
import { type Storage, toText } from './storage.ts'

/** The data directory cannot be used: another sandbox has it open, or what is in it is not ours. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

const FILE_NAME = 'sandbox.db'

const SCHEMA = `CREATE TABLE IF NOT EXISTS documents (
  place INTEGER PRIMARY KEY, namespace TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
  UNIQUE (namespace, key)
)`

/** How long to wait for a sandbox that is just shutting down, in milliseconds. */
const LOCK_PATIENCE_MS = 1000

const prepare = (database: Database.Database): Database.Database => {
  // One process owns the directory: a second would hold another truth in its memory
  database.pragma('locking_mode = EXCLUSIVE')
  database.pragma('journal_mode = WAL')
  // Survives the end of the process at any point; a power cut may take the last moments, never the file
  database.pragma('synchronous = NORMAL')
  database.exec(SCHEMA)
  return database
}

/** Closing the library's handle alone leaves its lock behind, until the process ends. */
const release = (database: Database.Database): void => {
  database.pragma('journal_mode = DELETE') // exclusive locking cannot be left while in WAL mode
  database.pragma('locking_mode = NORMAL')
  database.exec('SELECT 1 FROM documents LIMIT 1') // the lock is let go at the end of the next read
  database.close()
}

const explain = (error: unknown, file: string): StorageError => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('SQLITE_BUSY')) {
    return new StorageError(`${file} is in use by another sandbox: stop it, or name another directory`, {
      cause: error,
    })
  }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new StorageError(`${file} is not a sandbox database: name another directory`, { cause: error })
  }
  // The library says so of a directory in which it may not make its file, with a number of its own
  if (error instanceof Error && /unable to open connection/i.test(error.message))
    return new StorageError(`${file} cannot be opened: may this user write there?`, { cause: error })
  return new StorageError(
    `${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
    {
      cause: error,
    },
  )
}

const open = async (directory: string): Promise<Database.Database> => {
  const file = join(directory, FILE_NAME)
  // Loaded here and not at the top: a sandbox in memory never pays for the native library
  const { default: Libsql } = await import('libsql')
  try {
    // Job inputs can carry storage credentials: nobody but the owner reads the directory
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return prepare(new Libsql(file, { timeout: LOCK_PATIENCE_MS }))
  } catch (error) {
    throw explain(error, file)
  }
}

interface Row {
  key: string
  value: string
}

const statementsOf = (database: Database.Database) => ({
  get: database.prepare('SELECT key, value FROM documents WHERE namespace = ? AND key = ?'),
  put: database.prepare(
    `INSERT INTO documents (namespace, key, value) VALUES (?, ?, ?)
     ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value`,
  ),
  delete: database.prepare('DELETE FROM documents WHERE namespace = ? AND key = ?'),
  entries: database.prepare('SELECT key, value FROM documents WHERE namespace = ? ORDER BY place'),
  clear: database.prepare('DELETE FROM documents WHERE namespace = ?'),
  clearAll: database.prepare('DELETE FROM documents'),
})

const transactionsOf = (database: Database.Database): Storage['transaction'] => {
  let depth = 0
  return (change) => {
    const name = `level${depth}`
    database.exec(`SAVEPOINT ${name}`)
    depth += 1
    try {
      const result = change()
      database.exec(`RELEASE ${name}`)
      return result
    } catch (error) {
      database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`)
      throw error
    } finally {
      depth -= 1
    }
  }
}

/**
 * Storage in an embedded database in `directory`, which is made when it is missing. What a call wrote is still there
 * after the process is killed at any later point.
 * @throws {StorageError} when the directory is in use by another process, is not writable, or holds a foreign file
 */
export const fileStorage = async (directory: string): Promise<Storage> => {
  const database = await open(directory)
  const statements = statementsOf(database)
  return {
    get: (namespace, key) => {
      const row = statements.get.get(namespace, key) as Row | undefined
      return row === undefined ? undefined : JSON.parse(row.value)
    },
    put: (namespace, key, value) => void statements.put.run(namespace, key, toText(value)),
    delete: (namespace, key) => statements.delete.run(namespace, key).changes > 0,
    entries: (namespace) =>
      (statements.entries.all(namespace) as Row[]).map((row) => [row.key, JSON.parse(row.value)]),
    clear: (namespace) =>
      void (namespace === undefined ? statements.clearAll.run() : statements.clear.run(namespace)),
    transaction: transactionsOf(database),
    close: () => release(database),
  }
}
