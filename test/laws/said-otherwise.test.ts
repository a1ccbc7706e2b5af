import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from 'ts-morph'
import { describe, expect, test } from 'vitest'
import type { Note } from '../../codemods/project/note.ts'
import { loadSources, noAlias } from '../../codemods/project/parse/program.ts'
import { casesIn, FIXTURES, recorded, rewriteCase, sourcesOf } from '../support/fixture-cases.ts'
import { plainly } from '../support/plainly.ts'
import { asTemplates, bracketed, quoted, renamed } from '../support/said-otherwise.ts'
import { statedOtherwise } from '../support/stated-otherwise.ts'

/** Cases that may differ, each with the reason. */
const DIFFERS: Readonly<Record<string, string>> = {
  'clients/fetches': 'what a late import of a package gives is known by the name that everybody gives it',
  'errors/words-in-another-file': 'what a function of another file is told of an error is known by its name',
  'graphql/key-elsewhere': 'a name that hides another one: the case is about what a name hides',
  'graphql/own-results': 'the same',
  'left/kept-by-address': 'what is no map is known for a cache by its name',
  'tests/answers-of-clients': 'what msw hands its handlers (ctx) is known by its name',
  'tests/interceptors': 'what a server of a test is kept as (api, scope) is known by its name',
  'tests/own-input': 'a body that a test looks into is known by its name',
  'tests/problems': 'what makes answers in a test (reply) is known by its name',
}

/** All of them take too long: every fourth one, and those that once differed. */
const ALWAYS =
  /^(graphql\/(forgiven|thrown-errors|around-checks|logged-document|price-in-its-place)|errors\/(exact-status|words)|body\/look-ups-elsewhere|types\/kept-across-files|wrapper\/handed-on-renamed)$/

const all = casesIn(FIXTURES).map((path) => [path.slice(FIXTURES.length), path] as const)
const cases = all
  .filter(([name]) => ALWAYS.test(name) || name.length % 4 === 0)
  .filter(([name]) => !(name in DIFFERS))

/** Cases that other statements may change, each with the reason. */
const STATED: Readonly<Record<string, string>> = {
  'wrapper/key-opened':
    'what says a key is exported for others where it is declared as a function, not as a constant',
}
const stated = all.filter(([name]) => name.length % 16 === 2 && !(name in STATED))

/** All files of a case, in other words that do the same. */
const saidOtherwise = (directory: string): Map<string, string> => {
  const parse = (path: string, text: string): ts.SourceFile =>
    ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const texts = new Map(
    sourcesOf(directory).map((path) => {
      const text = asTemplates(parse(path, readFileSync(path, 'utf8')))
      return [path, bracketed(parse(path, quoted(parse(path, text))))]
    }),
  )
  const { files, checker } = loadSources([...texts.keys()], noAlias, (path) => texts.get(path))
  return new Map(files.map((file) => [file.fileName, renamed(file, checker)]))
}

/** Where something was found, and what: `input.ts:3 left codemod.types`. */
const placesIn = (findings: string): string[] =>
  findings
    .split('\n')
    .flatMap((line) => /^(\S+:\d+):\d+ (\S+ \S+)/.exec(line)?.slice(1).join(' ') ?? [])
    .sort()

/** What was found is found at the same places. */
const expectFound = (directory: string, notes: readonly Note[]): void => {
  const found = notes.map((one) => `${one.file}:${one.line} ${one.class} ${one.rule}`).sort()
  expect(found).toEqual(placesIn(readFileSync(join(directory, 'findings.txt'), 'utf8')))
}

describe.each(cases)('%s', (_name, directory) => {
  test('is rewritten alike, whatever its names, quotes, brackets and texts', () => {
    const texts = saidOtherwise(directory)
    const { changes, notes } = rewriteCase(directory, texts)
    for (const [path, text] of texts) {
      const after = changes.find((one) => one.path === path)?.after ?? text
      expect(plainly(path, after), path).toBe(plainly(path, recorded(path)))
    }
    expectFound(directory, notes)
  })
})

describe.each(stated)('%s', (_name, directory) => {
  test('is rewritten alike, in whatever statements it is said', () => {
    const texts = new Map(
      sourcesOf(directory).map((path) => [path, statedOtherwise(path, readFileSync(path, 'utf8'))]),
    )
    const { changes, notes } = rewriteCase(directory, texts)
    for (const [path, text] of texts) {
      const after = changes.find((one) => one.path === path)?.after ?? text
      const wanted = statedOtherwise(path, recorded(path))
      expect(plainly(path, statedOtherwise(path, after)), path).toBe(plainly(path, wanted))
    }
    expectFound(directory, notes)
  })
})
