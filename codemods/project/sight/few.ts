import { kept } from '../../../mappings/dsl/once.ts'
import { readCode } from '../pages/read-code.ts'
import { isBuilt } from '../tree/built.ts'

/** More than a program has of these is no trail any more, and takes long to look into. */
const MOST_FILES = 40
const MOST_LETTERS = 400_000

/** As many of some files as are soon looked into, the short ones first: a long one that says the same takes nothing from them. */
export const few = (paths: readonly string[]): readonly string[] => {
  const letters = new Map(paths.map((path) => [path, readCode(path)?.length ?? 0]))
  const short = [...paths].sort((one, other) => (letters.get(one) ?? 0) - (letters.get(other) ?? 0))
  const hasRoom = roomFor()
  const chosen = new Set(short.filter(hasRoom))
  return paths.filter((path) => chosen.has(path))
}

/** Tells of one file after the other whether it is still among as many as are soon looked into. */
export const roomFor = (): ((path: string) => boolean) => {
  const known = new Map<string, boolean>()
  let files = MOST_FILES
  let letters = MOST_LETTERS
  return (path) =>
    kept(known, path, () => {
      const text = readCode(path) ?? ''
      if (files === 0 || text.length > letters || isBuilt(text)) return false
      files--
      letters -= text.length
      return true
    })
}
