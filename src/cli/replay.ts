import { readFile } from 'node:fs/promises'
import { defaultConfig, type ProxyConfig } from '../proxy/config.ts'
import { RecordUnreadable, readRecord } from '../server/record/record-format.ts'
import type { RecordedExchange } from '../server/record/recorded-exchange.ts'
import type { Difference } from '../server/replay/difference.ts'
import { type ReplayedCall, ReplayUnreachable, replay } from '../server/replay/replay.ts'
import { createPool } from '../upstream/pool.ts'
import { createSender } from '../upstream/send.ts'
import type { Command } from './command.ts'
import { oneOf, parseOptions, UsageError, usageGuard } from './usage.ts'
import { version } from './version.ts'

const USAGE = `upshift replay: goes through a record that \`upshift serve --record FILE\` made.

  upshift replay FILE --against URL

Reads are sent to URL again (a proxy, e.g. http://127.0.0.1:8787) and their answers compared, but for timestamps,
the order of ids, and headers of rate limits. Writes are never sent: what the present mapping would send for them is
compared with what was sent then. The key for reads comes from UPSHIFT_KEY or RUNPOD_API_KEY.

  --against URL            where reads are sent
  --on-loss refuse|warn    as the proxy is told, for writes
  --reset refuse|restart   as the proxy is told, for writes
  --format FORMAT          text (the default) or json
  --help                   this text

Exit codes: 0 no differences, 1 differences, 2 usage or input error.`

const OPTIONS = {
  against: { type: 'string' },
  'on-loss': { type: 'string' },
  reset: { type: 'string' },
  format: { type: 'string', default: 'text' },
  help: { type: 'boolean', default: false },
} as const

const parsed = (argv: readonly string[]) => parseOptions(argv, OPTIONS, true)

/** The address itself is not repeated: it may carry a key. */
const addressOf = (text: string | undefined): URL => {
  if (text === undefined) throw new UsageError('--against URL is missing: where should reads be sent?')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search)
    throw new UsageError('--against must be an address like http://127.0.0.1:8787, without user or query')
  return url
}

const recordIn = async (file: string): Promise<readonly RecordedExchange[]> => {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    throw new UsageError(`${file} cannot be read`)
  }
  try {
    return readRecord(text)
  } catch (error) {
    if (error instanceof RecordUnreadable)
      throw new UsageError(`${file} is no record of upshift serve --record (${error.message})`)
    throw error
  }
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '(nothing)'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

const line = ({ at, recorded, present }: Difference): string =>
  `  ${at || '(the whole)'}: recorded ${shown(recorded)}, now ${shown(present)}`

const textOf = (calls: readonly ReplayedCall[]): string => {
  const told = calls.flatMap(({ id, operation, kind, outcome, why, differences }) => {
    if (outcome === 'same') return []
    const head = `${outcome} ${kind} ${operation} (${id})${why && `: ${why}`}`
    return [head, ...differences.map(line)]
  })
  const count = (outcome: ReplayedCall['outcome']) => calls.filter((one) => one.outcome === outcome).length
  const sum = `${calls.length} calls: ${count('same')} the same, ${count('different')} different, ${count('skipped')} skipped`
  return `${[...told, sum].join('\n')}\n`
}

const FORMATS = {
  text: textOf,
  json: (calls: readonly ReplayedCall[]) =>
    `${JSON.stringify({ replay: 'upshift-replay/1', calls }, undefined, 2)}\n`,
}

const configOf = ({ reset, 'on-loss': onLoss }: ReturnType<typeof parsed>['values']): ProxyConfig => {
  const loss = onLoss === undefined ? undefined : oneOf('on-loss', onLoss, ['refuse', 'warn'])
  return {
    ...defaultConfig,
    reset: oneOf('reset', reset ?? defaultConfig.reset, ['refuse', 'restart']),
    ...(loss && { onLoss: loss }),
  }
}

const runReplay = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = parsed(argv)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const format = oneOf('format', values.format ?? 'text', ['text', 'json'])
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError('name one record')
  const config = configOf(values)
  const { origin, pathname } = addressOf(values.against)
  const exchanges = await recordIn(file)
  const key = process.env.UPSHIFT_KEY || process.env.RUNPOD_API_KEY
  if (!key) throw new UsageError('set UPSHIFT_KEY or RUNPOD_API_KEY: reads are sent with it')
  const pool = createPool({ origin, connections: 1 })
  const send = createSender({
    pool,
    basePath: pathname.replace(/(\/v1)?\/*$/, ''),
    userAgent: `upshift/${version}`,
  })
  try {
    const calls: ReplayedCall[] = []
    for await (const call of replay(exchanges, { send, key, config })) calls.push(call)
    process.stdout.write(FORMATS[format](calls))
    return calls.some(({ outcome }) => outcome === 'different') ? 1 : 0
  } catch (error) {
    if (error instanceof ReplayUnreachable) throw new UsageError(error.message)
    throw error
  } finally {
    await pool.destroy()
  }
}

/** `upshift replay`. @returns 0 no differences, 1 differences, 2 usage or input error */
export const replayCommand: Command = usageGuard('replay', runReplay)
