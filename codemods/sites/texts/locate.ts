import { hostProfiles, jobOperations, otherV2Hosts, v2Families } from '../../../mappings/hosts.ts'
import { type Gap, gapAt, shapeOf, type Text } from './text.ts'

/** Which of the service's APIs an address belongs to. */
export type Family = 'v1' | 'graphql' | 'jobs' | 'v2' | 'other' | 'open'

/** An address taken apart. Offsets are into `shapeOf(text)`. */
export interface Located {
  readonly family: Family
  readonly text: Text
  readonly shape: string
  /** Where the host stands. */
  readonly host?: readonly [from: number, to: number]
  /** Where the version segment (`v1`) stands. */
  readonly version?: readonly [from: number, to: number]
  /** Where the path after the version begins; for other families, where the path begins. */
  readonly path: number
  /** Where the query begins (at its `?`), or the end. */
  readonly query: number
  /** The gap that hides the rest, where the family or the path is not known. */
  readonly hidden?: Gap
}

/** The hosts of each API, `--legacy-host` included. */
export interface Hosts {
  readonly v1: readonly string[]
  readonly v2: readonly string[]
  readonly queue: readonly string[]
}

const hostOf = (url: string): string => new URL(url).host

/** The public hosts, with more that serve the old REST API. */
export const hostsWith = (more: readonly string[] = []): Hosts => {
  const { v1, queue } = hostProfiles.runpod.is
  return { v1: [hostOf(v1), ...more.map(bareHost)], v2: V2_HOSTS, queue: [hostOf(queue)] }
}

/** Where REST v2 is; calls that move go to the first. */
export const V2_HOSTS: readonly string[] = [hostOf(hostProfiles.runpod.is.v2), ...otherV2Hosts.is]

/** Whether a text says a host, and not another one that ends in it (`v2-rest.…`). */
export const saysHost = (text: string, host: string): boolean =>
  new RegExp(`(?<![\\w-])${host.replaceAll('.', '\\.')}`).test(text)

const bareHost = (given: string): string =>
  given.includes('://') ? hostOf(given) : given.replace(/\/.*$/, '')

/** Takes an address apart and says whose it is. */
export const locate = (text: Text, hosts: Hosts): Located => {
  const shape = shapeOf(text)
  const query = endOfPath(shape)
  const origin = /^[a-z]+:\/\/([^/?#]*)/i.exec(shape)
  if (!origin) return relative(text, shape, query)
  const said = origin[1] ?? ''
  // `${HOST}${path}`: whatever is put behind a whole host begins the path
  const [begun = ''] = said.split('\0')
  const host = [...hosts.v1, ...hosts.v2].includes(begun) ? begun : said
  const at = origin[0].length - said.length + host.length
  const common = { text, shape, host: [at - host.length, at] as const, query }
  if (host.includes('\0'))
    return { ...common, family: 'other', path: at, ...hiddenAt(text, shape.indexOf('\0')) }
  if (hosts.v1.includes(host)) return locateV1({ ...common, at })
  if (hosts.v2.includes(host)) return locateV2({ ...common, at })
  return { ...common, family: hosts.queue.includes(host) ? 'jobs' : 'other', path: at }
}

const endOfPath = (shape: string): number => {
  const at = shape.search(/[?#]/)
  return at < 0 ? shape.length : at
}

const hiddenAt = (text: Text, at: number): { hidden?: Gap } => {
  const hidden = at < 0 ? undefined : gapAt(text, at)
  return hidden ? { hidden } : {}
}

/** An address that does not begin with a scheme: its base, if it has one, is a gap. */
const relative = (text: Text, shape: string, query: number): Located => {
  const leading = shape.startsWith('\0') ? hiddenAt(text, 0) : {}
  return { family: leading.hidden ? 'open' : 'other', text, shape, path: 0, query, ...leading }
}

type Common = Pick<Located, 'text' | 'shape' | 'query'> & { host: readonly [number, number]; at: number }

const locateV1 = ({ at, ...common }: Common): Located => {
  const rest = common.shape.slice(at)
  if (rest === '' || rest === '/') return { ...common, family: 'open', path: at }
  const version = /^\/+(v1)(?=\/|$|\?|#|\0)/.exec(rest)
  if (version) {
    const to = at + version[0].length
    const located = { ...common, version: [to - 2, to] as const, path: to }
    return openPath({ ...located, family: 'v1' })
  }
  if (/^\/*\0/.test(rest))
    return { ...common, family: 'open', path: at, ...hiddenAt(common.text, at + rest.indexOf('\0')) }
  return { ...common, family: 'v1', path: at }
}

/** A v1 address whose path begins with an unknown part is still open. */
const openPath = (located: Located): Located => {
  const rest = located.shape.slice(located.path, located.query)
  const first = /^\/*\0/.exec(rest)
  return first ? { ...located, ...hiddenAt(located.text, located.path + first[0].length - 1) } : located
}

const locateV2 = ({ at, ...common }: Common): Located => {
  const rest = common.shape.slice(at, common.query)
  if (/^\/graphql\/?$/.test(rest)) return { ...common, family: 'graphql', path: at }
  const first = /^\/+v2\/([^/\0]+)/.exec(rest)?.[1]
  if (/^\/+v2(\/|$)/.test(rest)) {
    const families: readonly string[] = v2Families.is
    const isJob = first !== undefined && !families.includes(first) && isJobPath(rest)
    return { ...common, family: isJob ? 'jobs' : 'v2', path: at }
  }
  // What a wrapper puts behind the base is its callers': they may still say it as v1 did.
  const behind = /^\/+v2\0/.exec(rest)
  if (behind)
    return { ...common, family: 'v2', path: at, ...hiddenAt(common.text, at + behind[0].length - 1) }
  if (/^\/*\0/.test(rest))
    return { ...common, family: 'open', path: at, ...hiddenAt(common.text, at + rest.indexOf('\0')) }
  return { ...common, family: rest === '' ? 'open' : 'other', path: at }
}

const isJobPath = (path: string): boolean => {
  const operation = path.replace(/^\/+/, '').split('/')[2]
  return jobOperations.is.some(({ name }) => name === operation)
}
