import { moduleName, withoutEnding } from '../../project/sight/imports.ts'
import { readBytes } from '../../project/tree/gate.ts'
import { looksLikeTest } from './test-files.ts'

const MOST_FILES = 400
const TEST_WORDS = ['vitest', 'jest', 'node:test', 'describe(', 'expect('].map((word) => Buffer.from(word))

/**
 * Tests that name neither the service nor a path and yet run code that calls it: what they let the service answer may
 * have to change.
 * @param rest files that were not parsed
 * @param modules the files that were
 */
export const testsElsewhere = (
  rest: readonly string[],
  modules: readonly string[],
  root: string,
): string[] => {
  const names = new Set(modules.map(moduleName))
  return rest.filter((path) => isTestOf(path, names, root)).slice(0, MOST_FILES)
}

const isTestOf = (path: string, names: ReadonlySet<string>, root: string): boolean => {
  const bytes = readBytes(path)
  if (!bytes || !(looksLikeTest(path, root) || TEST_WORDS.some((word) => bytes.includes(word)))) return false
  return [...bytes.toString('latin1').matchAll(/\/([\w.-]+)['"]/g)].some(([, name = '']) =>
    names.has(withoutEnding(name)),
  )
}
