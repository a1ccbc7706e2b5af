import { closeSync, openSync, readSync } from 'node:fs'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { holding } from './holding.ts'

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

/** What only calls of the old APIs name: job calls go to another host. */
export const legacyAddresses = (legacyHosts: readonly string[] = []): string[] => {
  const { v1, v2 } = hostProfiles.runpod.is
  return [new URL(v1).host, `${new URL(v2).host}/graphql`, ...legacyHosts]
}

/** Sorts files by whether they hold one of the words. Reads synchronously: it is the fastest way through a tree. */
export const gate = (files: readonly string[], words: readonly string[]): Gated => {
  const holds = holding(shortest(words))
  const strong: string[] = []
  const rest: string[] = []
  for (const path of files) {
    const bytes = readBytes(path)
    ;(bytes && holds(bytes) ? strong : rest).push(path)
  }
  return { strong, rest }
}

/** Spellings that differ in their first letter only are found by what they share: one search instead of two. */
const shortest = (words: readonly string[]): string[] => {
  const tails = words.map((word) =>
    words.some((other) => other !== word && other.slice(1) === word.slice(1)) ? word.slice(1) : word,
  )
  return [...new Set(tails)]
}

/** One buffer for all files: a new one each time would cost more than the search. */
let shared = Buffer.allocUnsafe(1 << 20) // bytes

/** A file's bytes, good until the next call; undefined where it cannot be read. */
export const readBytes = (path: string): Buffer | undefined => {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    let length = readSync(file, shared, 0, shared.length, 0)
    while (length === shared.length) {
      shared = Buffer.concat([shared, Buffer.allocUnsafe(shared.length)])
      length += readSync(file, shared, length, shared.length - length, length)
    }
    return shared.subarray(0, length)
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
