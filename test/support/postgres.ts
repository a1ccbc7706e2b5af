import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL server for a test: the one `UPSHIFT_TEST_POSTGRES_URL` names, or one of our own. */
export interface TestPostgres {
  readonly url: string
  /** Ends it as a crash would, and starts it again on the same port. Only for one of our own. */
  readonly restart?: () => Promise<void>
  readonly stop: () => Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'
const STARTS_WITHIN = 20_000 // milliseconds

const binaries = (): string | undefined => {
  if (!existsSync(DEBIAN)) return undefined
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}

/** Why there is none, for a test that has to say so; undefined where there is one. */
export const noPostgres = (): string | undefined =>
  process.env.UPSHIFT_TEST_POSTGRES_URL || binaries()
    ? undefined
    : 'no PostgreSQL: set UPSHIFT_TEST_POSTGRES_URL or install the package postgresql'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const isRoot = process.getuid?.() === 0
/** The server refuses to run as root; the package brings a user of its own. */
const USER = 'postgres'
const as = (command: string, args: readonly string[]): [string, string[]] =>
  isRoot ? ['runuser', ['-u', USER, '--', command, ...args]] : [command, [...args]]

const idOf = (flag: string): number => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }))

const start = async (bin: string, data: string, port: number): Promise<() => Promise<void>> => {
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'fsync=off', '-F']
  const [command, args] = as(join(bin, 'postgres'), options)
  const server = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('PostgreSQL did not start in time')), STARTS_WITHIN)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}`)))
    server.stderr.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
  })
  server.removeAllListeners('exit')
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const [control, stopArgs] = as(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate', '-s'])
  return async () => {
    execFileSync(control, stopArgs, { stdio: 'ignore' })
    await ended
  }
}

/** Starts a server with an empty database, or hands out the one that is named. */
export const startPostgres = async (): Promise<TestPostgres> => {
  const named = process.env.UPSHIFT_TEST_POSTGRES_URL
  if (named) return { url: named, stop: async () => {} }
  const bin = binaries()
  if (!bin) throw new Error(noPostgres())
  const home = mkdtempSync(join(tmpdir(), 'upshift-postgres-'))
  if (isRoot) chownSync(home, idOf('-u'), idOf('-g'))
  const data = join(home, 'data')
  const [initdb, args] = as(join(bin, 'initdb'), [
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'upshift',
    '-N',
    '-E',
    'UTF8',
  ])
  execFileSync(initdb, args, { stdio: 'ignore', cwd: home })
  const port = await freePort()
  let end = await start(bin, data, port)
  return {
    url: `postgres://upshift@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await end()
      end = await start(bin, data, port)
    },
    stop: async () => {
      await end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
