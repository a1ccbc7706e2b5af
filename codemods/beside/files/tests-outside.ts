import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Note } from '../../project/note.ts'
import { discover } from '../../project/tree/discover.ts'
import { readBytes } from '../../project/tree/gate.ts'
import { directoriesAbove } from '../settings/places.ts'
import { testsElsewhere } from './tests-elsewhere.ts'

/** What tests outside of the paths given are looked for with. */
export interface OutsideOptions {
  readonly paths: readonly string[]
  readonly root: string
  /** Files that a run changes. */
  readonly changed: readonly string[]
  /** Old addresses, without their scheme. */
  readonly addresses: readonly string[]
}

const TEST_DIRECTORIES = [
  'test',
  'tests',
  '__tests__',
  'spec',
  'e2e',
  'cypress',
  'playwright',
  '__mocks__',
  'mocks',
]

/** Tests next to the paths given that belong to what changes: they are not read, and so not moved, but said. */
export const testsOutside = ({ paths, root, changed, addresses }: OutsideOptions): Note[] => {
  if (changed.length === 0) return []
  const directories = [...directoriesAbove(paths)].flatMap((one) =>
    TEST_DIRECTORIES.map((name) => join(one, name)),
  )
  const { files } = discover(directories.filter((one) => existsSync(one)))
  const outside = files.filter((file) => !paths.some((path) => file === path || file.startsWith(`${path}/`)))
  const words = addresses.map((one) => Buffer.from(one))
  const naming = outside.filter((file) => words.some((word) => readBytes(file)?.includes(word)))
  const found = [...new Set([...naming, ...testsElsewhere(outside, changed, root)])]
  return found.sort().map((file) => ({
    rule: 'codemod.test-outside',
    file: relative(root, file),
    line: 1,
    column: 1,
    class: 'follow-up',
    fix: 'name its directory on the command line, too',
    confidence: 'medium',
    why: 'this test belongs to code that changes, and is not among the paths given',
  }))
}
