import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routes } from '../mappings/v1/index.ts'
import { readText } from './project/look.ts'
import { loadSources, noAlias, syntaxError } from './project/program.ts'
import { type Rewrite, rewrite } from './rewrite/rewrite.ts'
import { hostsWith } from './sites/texts/locate.ts'

const ROOT = new URL('./fixtures/', import.meta.url).pathname
const UPDATE = process.env.UPDATE_FIXTURES === '1'

const directories = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return []
    const inner = join(path, entry.name)
    return readdirSync(inner).some((name) => name.startsWith('input.')) ? [inner] : directories(inner)
  })

/** The case's own source files; the outputs stand beside them under other names. */
const sourcesOf = (directory: string): string[] =>
  readdirSync(directory)
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !/\boutput\b/.test(name))
    .map((name) => join(directory, name))

const outputName = (path: string): string =>
  /\/input\.[^/]+$/.test(path)
    ? path.replace(/\/input(\.[^/]+)$/, '/output$1')
    : path.replace(/(\.[^./]+)$/, '.output$1')

/** Runs the rewrite over a case, with some files' text replaced by what an earlier run made of them. */
const run = (directory: string, texts: ReadonlyMap<string, string>): Rewrite => {
  const sources = loadSources(sourcesOf(directory), noAlias, (path) => texts.get(path) ?? readText(path))
  for (const file of sources.files) expect(syntaxError(file), `${file.fileName} parses`).toBeUndefined()
  return rewrite(sources, {
    routes,
    hosts: hostsWith(),
    root: directory,
    // A case is a whole project.
    inSight: () => true,
    read: (path) => texts.get(path) ?? readText(path),
  })
}

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

describe.each(directories(ROOT).map((path) => [path.slice(ROOT.length), path] as const))(
  '%s',
  (_name, directory) => {
    test('is rewritten as written down, and only once', () => {
      const first = run(directory, new Map())
      const texts = new Map(first.changes.map(({ path, after }) => [path, after]))
      for (const path of sourcesOf(directory)) {
        const after = texts.get(path)
        if (after !== undefined || existsSync(outputName(path)))
          expectFile(outputName(path), after ?? readText(path) ?? '')
      }
      expectFile(join(directory, 'findings.txt'), findingsOf(first))
      const second = run(directory, texts)
      expect(
        second.changes.map(({ path }) => path),
        'a second run changes nothing',
      ).toEqual([])
    })
  },
)
