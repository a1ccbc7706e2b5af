import { type CapabilityName, capabilities, hostProfiles } from '../../mappings/hosts.ts'
import { LOG_FORMATS, LOG_LEVELS } from '../admin/log-options.ts'
import { type Brownout, BrownoutError, readBrownouts } from '../proxy/brownout.ts'
import type { ProxyConfig } from '../proxy/config.ts'
import { AddressError, upstreamsOf } from '../server/addresses.ts'
import type { Targets } from '../server/compose.ts'
import { parseOptions, UsageError } from './usage.ts'

/** What `upshift serve` was asked to do. */
export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly adminHost: string
  readonly adminPort: number
  readonly sandboxPort: number
  /** Undefined: the embedded sandbox. */
  readonly targets: Targets | undefined
  readonly allowedHosts: readonly string[] | undefined
  readonly config: ProxyConfig
  /** File names. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  /** Rehearsals of the day an API is switched off. */
  readonly brownouts: readonly Brownout[]
  /** Where translated calls are recorded, and how many bytes of them. */
  readonly record: { readonly file: string; readonly mostBytes: number } | undefined
  readonly workers: number
  readonly maxInFlight: number | undefined
  readonly maxInFlightPerKey: number | undefined
  /** A file or a `postgres://` address; undefined keeps usage in memory. */
  readonly usageStore: string | undefined
  /** Whether v1 callers get back what v2 cannot hold. */
  readonly echoStore: boolean
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Undefined: text on a terminal, JSON elsewhere. */
  readonly logFormat: (typeof LOG_FORMATS)[number] | undefined
  /** Milliseconds a stop waits for calls in flight. */
  readonly drain: number
}

type Environment = Readonly<Record<string, string | undefined>>

const one = { type: 'string' } as const
const many = { type: 'string', multiple: true } as const
const FLAGS = {
  target: one,
  'v2-url': one,
  'queue-url': one,
  'graphql-url': one,
  'allowed-host': many,
  host: one,
  port: one,
  'admin-host': one,
  'admin-port': one,
  'usage-store': one,
  'log-level': one,
  'log-format': one,
  'sandbox-port': one,
  'on-loss': many,
  reset: one,
  'graphql-catalog': one,
  capability: many,
  brownout: many,
  record: one,
  'record-megabytes': one,
  'tls-cert': one,
  'tls-key': one,
  workers: one,
  'max-in-flight': one,
  'max-in-flight-per-key': one,
  'most-calls': one,
  'drain-seconds': one,
} as const

const OPTIONS = { ...FLAGS, 'echo-store': { type: 'boolean' }, help: { type: 'boolean' } } as const

const parsed = (argv: readonly string[]) => parseOptions(argv, OPTIONS, false).values

const variableOf = (flag: string): string => `UPSHIFT_${flag.toUpperCase().replaceAll('-', '_')}`

/** Flags over environment; a list is comma-separated there. */
class Settings {
  readonly #flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  readonly #environment: Environment

  constructor(flags: ReturnType<typeof parsed>, environment: Environment) {
    this.#flags = flags
    this.#environment = environment
  }

  text(name: keyof typeof FLAGS): string | undefined {
    const flag = this.#flags[name]
    return (typeof flag === 'string' ? flag : this.#variable(name)) || undefined
  }

  list(name: keyof typeof FLAGS): readonly string[] {
    const flag = this.#flags[name]
    const words = Array.isArray(flag) ? (flag as string[]) : (this.#variable(name) ?? '').split(',')
    return words.map((word) => word.trim()).filter(Boolean)
  }

  number(name: keyof typeof FLAGS, { from, to }: { from: number; to: number }): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= from && value <= to) return value
    throw new UsageError(`${this.#named(name)} must be a whole number from ${from} to ${to}, not "${text}"`)
  }

  oneOf<T extends string>(name: keyof typeof FLAGS, allowed: readonly T[]): T | undefined {
    const text = this.text(name)
    if (text === undefined || (allowed as readonly string[]).includes(text)) return text as T | undefined
    throw new UsageError(`${this.#named(name)} must be one of ${allowed.join(', ')}, not "${text}"`)
  }

  flag(name: 'echo-store'): boolean {
    return this.#flags[name] === true || /^(1|true|on|yes)$/i.test(this.#variable(name) ?? '')
  }

  /** As it was said: the flag, or the variable that whoever reads the message would look for in vain among flags. */
  #named(name: keyof typeof FLAGS): string {
    return this.#flags[name] === undefined ? variableOf(name) : `--${name}`
  }

  #variable(name: string): string | undefined {
    return this.#environment[variableOf(name)]
  }
}

/** How the upstreams' addresses are named on the command line. */
export const ADDRESSES = { v2: '--v2-url', queue: '--queue-url', graphql: '--graphql-url' } as const

const readTargets = (settings: Settings): Targets | undefined => {
  const target = settings.oneOf('target', Object.keys(hostProfiles) as (keyof typeof hostProfiles)[])
  const [v2, queue, graphql] = [
    settings.text('v2-url'),
    settings.text('queue-url'),
    settings.text('graphql-url'),
  ]
  if (!v2 && !queue && !graphql)
    return target === undefined || target === 'sandbox'
      ? undefined
      : upstreamsOf({}, ADDRESSES, hostProfiles[target].is)
  if (target === undefined && !v2)
    throw new UsageError('name --v2-url as well, or --target for the addresses that are not named')
  try {
    return upstreamsOf({ v2, queue, graphql }, ADDRESSES, target && hostProfiles[target].is)
  } catch (error) {
    throw error instanceof AddressError ? new UsageError(error.message) : error
  }
}

const isLoss = (word: string | undefined): word is 'refuse' | 'warn' => word === 'refuse' || word === 'warn'

const readConfig = (settings: Settings): ProxyConfig => {
  const lossOf: Record<string, 'refuse' | 'warn'> = {}
  let onLoss: 'refuse' | 'warn' | undefined
  for (const word of settings.list('on-loss')) {
    const [field, policy] = word.includes('=') ? word.split('=') : [undefined, word]
    if (!isLoss(policy)) throw new UsageError('--on-loss must be refuse, warn, FIELD=refuse or FIELD=warn')
    if (field) lossOf[field] = policy
    else onLoss = policy
  }
  const reset = settings.oneOf('reset', ['refuse', 'restart']) ?? 'refuse'
  const graphqlCatalog = settings.oneOf('graphql-catalog', ['v2', 'upstream'])
  const mostCalls = settings.number('most-calls', { from: 1, to: 100_000 })
  return {
    ...(onLoss && { onLoss }),
    lossOf,
    reset,
    capabilities: readCapabilities(settings),
    ...(graphqlCatalog && { graphqlCatalog }),
    ...(mostCalls !== undefined && { mostCalls }),
  }
}

const readCapabilities = (settings: Settings): ReadonlySet<CapabilityName> => {
  const known: readonly string[] = capabilities.is.map(({ name }) => name)
  const named = settings.list('capability')
  const stranger = named.find((name) => !known.includes(name))
  if (stranger !== undefined)
    throw new UsageError(`--capability must be one of ${known.join(', ')}, not "${stranger}"`)
  return new Set(named as readonly CapabilityName[])
}

const readTls = (settings: Settings): ServeOptions['tls'] => {
  const [cert, key] = [settings.text('tls-cert'), settings.text('tls-key')]
  if (!cert !== !key) throw new UsageError('--tls-cert and --tls-key go together: name both files')
  return cert && key ? { cert, key } : undefined
}

const brownoutsOf = (settings: Settings): readonly Brownout[] => {
  try {
    return readBrownouts(settings.list('brownout'))
  } catch (error) {
    throw error instanceof BrownoutError ? new UsageError(`--brownout ${error.message}`) : error
  }
}

const MEGABYTE = 1024 * 1024

const recordOf = (settings: Settings): ServeOptions['record'] => {
  const file = settings.text('record')
  const megabytes = settings.number('record-megabytes', { from: 1, to: 1_000_000 }) ?? 1_024
  return file === undefined ? undefined : { file, mostBytes: megabytes * MEGABYTE }
}

const PORTS = { from: 0, to: 65_535 }

/**
 * Flags over environment over defaults; `undefined` where help was asked for.
 * @throws {UsageError}
 */
export const readServeOptions = (
  argv: readonly string[],
  environment: Environment,
): ServeOptions | undefined => {
  const flags = parsed(argv)
  if (flags.help) return undefined
  const settings = new Settings(flags, environment)
  const allowedHosts = settings.list('allowed-host')
  return {
    host: settings.text('host') ?? '127.0.0.1',
    port: settings.number('port', PORTS) ?? 8787,
    adminHost: settings.text('admin-host') ?? '127.0.0.1',
    adminPort: settings.number('admin-port', PORTS) ?? 8788,
    sandboxPort: settings.number('sandbox-port', PORTS) ?? 8789,
    targets: readTargets(settings),
    allowedHosts: allowedHosts.length > 0 ? allowedHosts : undefined,
    config: readConfig(settings),
    tls: readTls(settings),
    brownouts: brownoutsOf(settings),
    record: recordOf(settings),
    workers: settings.number('workers', { from: 1, to: 64 }) ?? 1,
    maxInFlight: settings.number('max-in-flight', { from: 1, to: 100_000 }),
    maxInFlightPerKey: settings.number('max-in-flight-per-key', { from: 1, to: 100_000 }),
    usageStore: settings.text('usage-store'),
    echoStore: settings.flag('echo-store'),
    logLevel: settings.oneOf('log-level', LOG_LEVELS) ?? 'info',
    logFormat: settings.oneOf('log-format', LOG_FORMATS),
    drain: (settings.number('drain-seconds', { from: 0, to: 3_600 }) ?? 30) * 1_000,
  }
}
