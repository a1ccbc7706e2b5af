import { basename, extname } from 'node:path'
import type { Route } from '../../../mappings/dsl/route.ts'
import { pathsSaid, type SaidPath } from './paths-said.ts'
import { isEnvironmentFile } from './places.ts'

/** What a line that names an old address, or a variable that overrides one, is for. */
export type Purpose = 'types' | 'hosts' | 'script' | 'setting' | 'text' | 'recording'

/** One such line. Holds no more of it than its key: what stands behind it may be a secret. */
export interface SettingLine {
  /** One-based. */
  readonly line: number
  readonly column: number
  readonly purpose: Purpose
  /** The old address that the line names; left out where it only sets a variable that overrides one. */
  readonly names?: string
  /** Whether the line names the host alone, and the program says the version itself. */
  readonly versionless?: true
  /** Whether the address goes on into the API: that of one call, which v2 has elsewhere or answers otherwise. */
  readonly ofCall?: true
  /** Whether what others ask is sent on to the address: a proxy. */
  readonly forwards?: true
  /** The operation that the line names without a host, and what it is now. */
  readonly path?: SaidPath
  /** The variable, or the key, that the line gives a value. */
  readonly key?: string
}

/** What is looked for. */
export interface Wanted {
  /** Hosts and addresses that no call goes to any more, without their scheme. */
  readonly addresses: readonly string[]
  /** Variables that override a base address which moved, with what they have to say from now on. */
  readonly variables: ReadonlyMap<string, string>
  /** Operations of REST v1 that calls left. */
  readonly routes: readonly Route[]
}

const PROSE = /\.(mdx?|rst|txt|adoc)$/i
const SCRIPT = /\.(sh|bash|zsh|fish|ps1|bat|cmd|http|rest)$/i
const HOST_LIST =
  /connect-src|default-src|content-security-policy|server_name|host_?permissions|externally_connectable|allowed_?hosts|allow_?list|white_?list|allow_?origins?|remotePatterns|no_proxy|egress|toFQDNs|matchName/i
/** What sends on what it is asked: `proxy_pass`, the rewrites of a host of pages. */
const FORWARDS = /proxy_?pass\b|reverse_proxy|upstream\b|"destination"|:splat\b|:path\*/i
/** What tests were once given, and are given again. */
const RECORDED =
  /\.(snap|har)$|(^|\/)(__recordings__|__snapshots__|cassettes?|recordings|nock-fixtures|pacts?)\//i
/** What describes requests, and may name none of the hosts. */
const DESCRIBES = /\.(mdx?|rst|txt|adoc|http|rest)$|postman|insomnia/i
const FETCHING = /\b(curl|wget|https?ie|xh|Invoke-(RestMethod|WebRequest)|irm|iwr)\b/
const TYPES = /openapi(\.json|-typescript|-generator)|swagger|orval|kubb|codegen/i

/** The lines of a file that must change together with the code. */
export const settingLines = (path: string, text: string, wanted: Wanted): SettingLine[] => {
  const lines = text.split(/\r?\n/)
  const saidIn = DESCRIBES.test(path) || RECORDED.test(path) ? pathsSaid(wanted.routes) : undefined
  return lines.flatMap((line, index): SettingLine[] => {
    const at = { line: index + 1, column: line.search(/\S/) + 1 }
    const names = wanted.addresses.find((address) => namesAddress(line, address))
    const key = keyOf(path, lines, index)
    if (names !== undefined) {
      const versionless = saysVersion(line, names) ? {} : { versionless: true as const }
      return [
        {
          ...at,
          names,
          ...versionless,
          ...(namesCall(line, names) ? { ofCall: true as const } : {}),
          ...(FORWARDS.test(line) ? { forwards: true as const } : {}),
          purpose: purposeOf(path, line),
          ...(key === undefined ? {} : { key }),
        },
      ]
    }
    if (key !== undefined && wanted.variables.has(key) && setsElsewhere(path, line))
      return [{ ...at, key, purpose: 'setting' }]
    const said = saidIn?.(line)
    return said ? [{ ...at, path: said, purpose: RECORDED.test(path) ? 'recording' : 'text' }] : []
  })
}

/** The host itself, not a longer one that ends or begins like it. */
const namesAddress = (line: string, address: string): boolean => {
  for (let at = line.indexOf(address); at >= 0; at = line.indexOf(address, at + 1)) {
    const before = line[at - 1] ?? ' '
    const after = line.slice(at + address.length)
    if (!/[\w-]/.test(before) && !/^(\.?[\w-])/.test(after) && !isSubdomain(line, at)) return true
  }
  return false
}

const saysVersion = (line: string, address: string): boolean =>
  /\/v\d/.test(address) || /^\/v\d/.test(line.slice(line.indexOf(address) + address.length))

const namesCall = (line: string, address: string): boolean =>
  /^\/[a-z]/i.test(line.slice(line.indexOf(address) + address.length).replace(/^\/v\d\b/, ''))

const isSubdomain = (line: string, at: number): boolean =>
  line[at - 1] === '.' && /\w/.test(line[at - 2] ?? '')

const purposeOf = (path: string, line: string): Purpose => {
  if (RECORDED.test(path)) return 'recording'
  if (TYPES.test(line)) return 'types'
  if (
    HOST_LIST.test(line) ||
    FORWARDS.test(line) ||
    ANY_PATH.test(line) ||
    /nginx|Caddyfile|_headers$/i.test(basename(path))
  )
    return 'hosts'
  if (PROSE.test(path)) return 'text'
  if (SCRIPT.test(path) || FETCHING.test(line)) return 'script'
  if (basename(path) === 'package.json') return DEFAULT.test(line) ? 'setting' : 'script'
  return 'setting'
}

/** `https://…/*`: what may be asked of a host. */
const ANY_PATH = /https?:\/\/[^/\s"']+\/\*/

/** The default of a setting that an editor shows: `"pods.apiUrl": { "default": "…" }` of an extension's manifest. */
const DEFAULT = /"default"\s*:/

/** The property whose object says the default that a line of a manifest says. */
const settingAround = (lines: readonly string[], index: number): string | undefined => {
  const before = lines.slice(Math.max(0, index - MOST_LINES), index + 1).join('\n')
  return /"([\w.-]+)"\s*:\s*\{[^{}]*$/.exec(before.slice(0, before.lastIndexOf('"default"')))?.[1]
}

const MOST_LINES = 8

/** A line that gives a variable a value (not prose, not a mention), other than v2's own. */
const setsElsewhere = (path: string, line: string): boolean =>
  !PROSE.test(path) && !/^\s*(#|\/\/)/.test(line) && !/\/v2\b/.test(line)

const ASSIGNED =
  /^\s*(?:#\s*)?(?:-\s*)?(?:export\s+|set\s+|ENV\s+|ARG\s+)?["']?([A-Za-z_][\w.-]*)["']?\s*[:=]/
/** Terraform's and Kubernetes' two-line form: the name on one line, the value on the next. */
const NAMED = /^\s*(?:-\s*)?["']?(?:name|key)["']?\s*[:=]\s*["']?([A-Za-z_][\w.-]*)["']?\s*,?\s*$/

/** `{ "name": "API_URL", "value": "https://…" }` and `{ "API_URL": "https://…" }`, in a line with others. */
const IN_LINE =
  /"(?:name|key)"\s*:\s*"([A-Za-z_][\w.-]*)"\s*,\s*"value"\s*:\s*"https?:|[{,]\s*"([A-Z][A-Z0-9_]+)"\s*:\s*"https?:/

const keyOf = (path: string, lines: readonly string[], index: number): string | undefined => {
  if (PROSE.test(path)) return undefined
  const line = lines[index] ?? ''
  if (basename(path) === 'package.json' && DEFAULT.test(line)) return settingAround(lines, index)
  const beside = IN_LINE.exec(line)
  if (beside) return beside[1] ?? beside[2]
  const named = NAMED.exec(line)?.[1]
  if (named) return followedByValue(lines, index) ? undefined : named
  const own = ASSIGNED.exec(line)?.[1]
  if (own !== undefined && /^(value|default|valueFrom)$/.test(own))
    return NAMED.exec(lines[index - 1] ?? '')?.[1] ?? own
  if (own !== undefined && /^https?$/.test(own)) return undefined
  if (own === undefined && isEnvironmentFile(path)) return undefined
  return own ?? (extname(path) === '' ? /\b(?:ENV|ARG)\s+(\w+)/.exec(line)?.[1] : undefined)
}

const followedByValue = (lines: readonly string[], index: number): boolean =>
  /^\s*["']?(value|valueFrom)["']?\s*[:=]/.test(lines[index + 1] ?? '')
