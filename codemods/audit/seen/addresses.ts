import { type Literal, offsetIn } from '../text/literals.ts'
import type { CompiledVocabulary, Family } from '../words/vocabulary.ts'

/** One legacy or v2 host in a text. */
export interface HostSite {
  readonly family: Family
  readonly host: string
  /** What follows the host: `/v1`, `/v2/pods`, or nothing. */
  readonly path: string
  readonly start: number
  readonly end: number
  readonly literal: Literal
  /** Position in the literal's content. */
  readonly index: number
}

/** Which API a URL on a known host calls, by its path where the host serves several. */
const familyOf = (family: Family, path: string, vocabulary: CompiledVocabulary): Family => {
  const [, first = '', second = '', third = ''] = path.toLowerCase().split('/')
  if (first === 'graphql') return 'graphql'
  // Jobs had a v1 of their own at their own host; only where a resource follows is REST meant.
  if (first === 'v1' && (family !== 'jobs' || new RegExp(`^(?:${vocabulary.heads})$`, 'i').test(second)))
    return 'v1'
  if (family !== 'v2') return family
  if (first !== 'v2') return first === '' ? 'api' : 'v2'
  if (second !== '' && !vocabulary.v2Families.includes(second) && vocabulary.jobOperations.includes(third))
    return 'jobs'
  return 'v2'
}

/** Every known host in the literals, in any case, split over pieces or not. */
export const hostSites = (
  literals: readonly Literal[],
  vocabulary: CompiledVocabulary,
): readonly HostSite[] =>
  literals.flatMap((literal) => {
    const folded = literal.content.toLowerCase()
    if (!vocabulary.products.some((product) => folded.includes(product))) return []
    return [...literal.content.matchAll(vocabulary.hostPattern)].map((match): HostSite => {
      const host = (match[1] ?? '').toLowerCase()
      const path = match[2] ?? ''
      const family = vocabulary.hosts.find((one) => one.host === host)?.family ?? 'v2'
      return {
        family: familyOf(family, path, vocabulary),
        host,
        path,
        start: offsetIn(literal, match.index),
        end: Math.min(offsetIn(literal, match.index + match[0].length - 1) + 1, literal.end),
        literal,
        index: match.index,
      }
    })
  })

/** Names a text gives to base addresses, and the APIs each may stand for. */
export type Bases = ReadonlyMap<string, ReadonlySet<Family>>

/** The last word of an expression, in one case: `this.#base_url` and `BASE_URL` are one name. */
export const lastName = (expression: string): string =>
  (/([A-Za-z_][\w-]*)["'\])!?]*$/.exec(expression.replace(/\([^()]*\)/g, ''))?.[1] ?? '')
    .toLowerCase()
    .replace(/[_-]/g, '')

const ASSIGNED =
  /(?:^|[\s,;({[|&?])["'`]?([A-Za-z_$@#.][\w$.@#[\]"'-]*)["'`]?\s*(?:\?|!)?\s*(?::\s*[\w<>|&*[\] .,]+?)?\s*(?:=>|:=|\?\?=|\|\|=|=|:)\s*(?![=])/g

/** The name a line assigns to, up to an offset in it: the first one, since defaults and calls stand to its right. */
const assignedName = (line: string): string | undefined => {
  ASSIGNED.lastIndex = 0
  const match = ASSIGNED.exec(line)
  return match?.[1] ? lastName(match[1]) : undefined
}

const linePrefix = (text: string, at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1, at)

const DEFINED = /\b(?:define|set|export|env|ENV|ARG|setenv|getenv)\b[\s('"]*([A-Za-z_]\w*)/

/** Calls that take a base address without naming it. */
const nameFor = (text: string, at: number): string | undefined => {
  const prefix = linePrefix(text, at)
  const own = assignedName(prefix) ?? DEFINED.exec(prefix)?.[1]?.toLowerCase().replace(/_/g, '')
  if (own || !/^\s*["'`(]*$/.test(prefix)) return own
  const before = text.slice(Math.max(0, at - 300), at).replace(/["'`\s([]+$/, '')
  return (
    assignedName(`${before.slice(before.lastIndexOf('\n') + 1)} `) ??
    assignedName(before.slice(before.lastIndexOf('\n') + 1))
  )
}

const ALIAS =
  /^[ \t]*(?:export\s+|const\s+|let\s+|var\s+|final\s+|static\s+|private\s+|public\s+|readonly\s+|self\.|this\.|@)*([A-Za-z_$]\w*)\s*(?::[^=\n]+)?\s*(?::=|=)\s*([^=\n][^\n]*)$/gm

/** All names of several texts. */
export const mergeBases = (all: readonly Bases[]): Bases => {
  const merged = new Map<string, Set<Family>>()
  for (const bases of all)
    for (const [name, families] of bases)
      merged.set(name, new Set([...(merged.get(name) ?? []), ...families]))
  return merged
}

/** Learns what each base name may stand for; `BASE = V1_BASE if OLD else V2_BASE` stands for both. */
export const basesOf = (text: string, sites: readonly HostSite[], outer: Bases = new Map()): Bases => {
  const bases = new Map([...outer].map(([name, families]) => [name, new Set(families)] as const))
  const add = (name: string, family: Family) => {
    const known = bases.get(name)
    if (known) known.add(family)
    else bases.set(name, new Set([family]))
  }
  for (const { family, start } of sites) {
    const name = nameFor(text, start)
    if (name) add(name, family)
  }
  if (bases.size === 0) return bases
  for (let round = 0; round < 2; round++)
    for (const [, left = '', right = ''] of text.matchAll(ALIAS)) {
      const words = right.match(/[A-Za-z_]\w*/g) ?? []
      for (const word of words)
        for (const family of bases.get(lastName(word)) ?? [])
          if (!/["'`]\/|\(["'`]/.test(right)) add(lastName(left), family)
    }
  return bases
}
