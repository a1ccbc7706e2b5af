import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Project } from 'ts-morph'
import { describe, expect, test } from 'vitest'
import { casesIn, FIXTURES, outputName, rewriteCase, sourcesOf } from '../test/support/fixture-cases.ts'
import { readText } from './project/tree/look.ts'
import type { Rewrite } from './rewrite/contract.ts'

const UPDATE = process.env.UPDATE_FIXTURES === '1'

const findingsOf = ({ notes, changes }: Rewrite): string =>
  [
    ...notes.map(
      (note) => `${note.file}:${note.line}:${note.column} ${note.class} ${note.rule} – ${note.why}`,
    ),
    ...changes
      .filter(({ before }) => before === undefined)
      .map(({ path, after }) => `+ ${path.split('/').at(-1)}: ${mappersIn(after).join(', ')}`),
  ]
    .map((line) => `${line}\n`)
    .join('')

const mappersIn = (text: string): string[] =>
  [...text.matchAll(/const (\w+(?:ToV2|FromV2)) =/g)].map(([, name = '']) => name)

const expectFile = (path: string, text: string): void => {
  if (UPDATE) writeFileSync(path, text)
  expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined, path).toBe(text)
}

/** What the compiler takes for TypeScript, or for nothing at all, in a generated module of JavaScript. */
const syntaxErrorsIn = ({ changes }: Rewrite): string[] =>
  changes.flatMap(({ path, before, after }) => {
    if (before !== undefined || !/\.[cm]?js$/.test(path)) return []
    const project = new Project({
      useInMemoryFileSystem: true,
      compilerOptions: { allowJs: true, noLib: true },
    })
    const file = project.createSourceFile(path, after)
    const found = project.getProgram().getSyntacticDiagnostics(file)
    return found.map((one) => `${path}:${one.getLineNumber()} ${one.getMessageText()}`)
  })

describe.each(casesIn(FIXTURES).map((path) => [path.slice(FIXTURES.length), path] as const))(
  '%s',
  (_name, directory) => {
    test('is rewritten as written down, and only once', () => {
      const first = rewriteCase(directory, new Map())
      const texts = new Map(first.changes.map(({ path, after }) => [path, after]))
      for (const path of sourcesOf(directory)) {
        const after = texts.get(path)
        if (after !== undefined || existsSync(outputName(path)))
          expectFile(outputName(path), after ?? readText(path) ?? '')
      }
      expectFile(join(directory, 'findings.txt'), findingsOf(first))
      expect(syntaxErrorsIn(first)).toEqual([])
      const second = rewriteCase(directory, texts)
      expect(
        second.changes.map(({ path }) => path),
        'a second run changes nothing',
      ).toEqual([])
    })
  },
)
