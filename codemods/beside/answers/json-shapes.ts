import { basename, relative } from 'node:path'
import { parsed } from '../../../mappings/dsl/json.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import type { Note } from '../../project/note.ts'
import { readBytes } from '../../project/tree/gate.ts'
import { readText } from '../../project/tree/look.ts'
import { looksLikeTest } from '../files/test-files.ts'

/** What JSON files are looked at with. */
export interface JsonOptions {
  /** Absolute paths of files that are no source; asked for once there is something to look for. */
  readonly settings: () => readonly string[]
  readonly root: string
  /** The project's own source files. */
  readonly sources: readonly string[]
  /** Names that only the old bodies and answers have, and GraphQL fields that are no longer asked for. */
  readonly names: ReadonlySet<string>
  /** Operations of REST v1 that calls left. */
  readonly routes: readonly Route[]
}

const SHARED = /^(package|tsconfig.*|jsconfig|composer|biome|renovate|vercel|turbo|nx|lerna|deno)\.jsonc?$/
const MOST_DEPTH = 5
/** One name may be anybody's, but for what a test reads. */
const LEAST_NAMES = 2

/** JSON files in the old shape that some source file reads: each is listed with its reader, never changed. */
export const jsonNotes = ({ settings, root, sources, names, routes }: JsonOptions): Note[] => {
  if (names.size === 0 && routes.length === 0) return []
  const files = settings().filter((path) => path.endsWith('.json') && !SHARED.test(basename(path)))
  return files.flatMap((path): Note[] => {
    const found = oldNamesIn(path, names)
    const isList = found.length === 0 && isListOf(path, routes)
    const reader = found.length > 0 || isList ? readerOf(path, sources) : undefined
    if (!reader || (found.length < LEAST_NAMES && !looksLikeTest(reader, root))) return []
    const shape = isList ? 'a bare list' : found.slice(0, 4).join(', ')
    return [
      {
        rule: 'codemod.beside-fixture',
        file: relative(root, path),
        line: 1,
        column: 1,
        class: 'follow-up',
        fix: `say it in v2's words, or see that ${relative(root, reader)} still takes the old ones`,
        confidence: 'medium',
        why: `this has the old shape (${shape}), and ${relative(root, reader)} reads it`,
      },
    ]
  })
}

/** Whether a file that is called what a list holds (`pods.json`) holds one as v1 gave it: v2 has it within an object. */
const isListOf = (path: string, routes: readonly Route[]): boolean => {
  const name = basename(path).toLowerCase()
  const isCalled = routes.some(
    ({ answer, list }) => answer === 'list' && list && name.includes(list.toLowerCase()),
  )
  const held = isCalled ? parsed(readText(path) ?? '') : undefined
  return Array.isArray(held) && held.some((one) => typeof one === 'object' && one !== null && 'id' in one)
}

const oldNamesIn = (path: string, names: ReadonlySet<string>): string[] => {
  const bytes = readBytes(path)
  if (!bytes || ![...names].some((name) => bytes.includes(`"${name}"`))) return []
  const found = new Set<string>()
  collect(parsed(readText(path) ?? ''), names, found, 0)
  return [...found]
}

const collect = (value: unknown, names: ReadonlySet<string>, found: Set<string>, depth: number): void => {
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && names.has(name)) found.add(name)
    collect(inner, names, found, depth + 1)
  }
}

const readerOf = (path: string, sources: readonly string[]): string | undefined => {
  const name = Buffer.from(basename(path))
  return sources.find((source) => readBytes(source)?.includes(name))
}
