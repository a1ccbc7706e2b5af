import { readFileSync } from 'node:fs'
import { hostProfiles } from '../../mappings/hosts.ts'

/** Files worth parsing. */
export interface Gated {
  /** Files that mention the service. */
  readonly strong: readonly string[]
  /** Files that do not, in the same order as they were given. */
  readonly rest: readonly string[]
}

/** The service's name as code spells it, taken from its hosts, and the hosts themselves. */
export const serviceWords = (legacyHosts: readonly string[] = []): string[] => {
  const name = new URL(hostProfiles.runpod.is.v1).hostname.split('.').at(-2) ?? ''
  const capital = name.charAt(0).toUpperCase() + name.slice(1)
  const camel = capital.replace(/pod$/, 'Pod')
  return [...new Set([name, name.toUpperCase(), capital, camel, `${name.slice(0, -3)}Pod`, ...legacyHosts])]
}

/** Whether a file's bytes hold one of the words. A plain search: no decoding, no regular expression. */
export const mentions = (bytes: Buffer, words: readonly Buffer[]): boolean =>
  words.some((word) => bytes.includes(word))

/** Sorts files by whether they hold one of the words. Reads synchronously: it is the fastest way through a tree. */
export const gate = (files: readonly string[], words: readonly string[]): Gated => {
  const needles = words.map((word) => Buffer.from(word))
  const strong: string[] = []
  const rest: string[] = []
  for (const path of files) (holdsAny(path, needles) ? strong : rest).push(path)
  return { strong, rest }
}

const holdsAny = (path: string, needles: readonly Buffer[]): boolean => {
  try {
    return mentions(readFileSync(path), needles)
  } catch {
    return false
  }
}
