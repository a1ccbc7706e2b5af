import { type Dirent, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'

const orNothing = <T>(look: () => T): T | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** A file as text, its byte order mark kept; undefined where it cannot be read, whatever stands in the way. */
export const readText = (path: string): string | undefined => orNothing(() => readFileSync(path, 'utf8'))

/** What lies at a path, links followed; undefined where that cannot be told: below a file, in a loop of links. */
export const statOf = (path: string): Stats | undefined =>
  orNothing(() => statSync(path, { throwIfNoEntry: false }))

/** Whether there is a file to read. A configuration's name may be a directory's as well. */
export const isFile = (path: string): boolean => statOf(path)?.isFile() ?? false

/** What a directory holds; nothing where it cannot be read. */
export const entriesOf = (directory: string): Dirent[] =>
  orNothing(() => readdirSync(directory, { withFileTypes: true })) ?? []

/** The members of what was parsed of a file that people write: of anything but an object there are none. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The texts of a list, or the one that stands in place of a list. */
export const textsOf = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string')
