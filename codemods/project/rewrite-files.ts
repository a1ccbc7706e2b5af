import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ts } from 'ts-morph'
import { routes } from '../../mappings/v1/index.ts'
import type { CompiledVocabulary } from '../audit/vocabulary.ts'
import { testsElsewhere } from '../beside/tests-elsewhere.ts'
import { isMapperModule } from '../rewrite/mapper/module.ts'
import type { Moved } from '../rewrite/moved-words.ts'
import { type Change, rewrite } from '../rewrite/rewrite.ts'
import { hostsWith } from '../sites/locate.ts'
import { wordsOf } from '../sites/route.ts'
import { aliasFrom } from './alias.ts'
import { moduleName, survey } from './imports.ts'
import { inSightOf } from './in-sight.ts'
import type { Note } from './note.ts'
import { loadSources, type Parsed, readText, type Sources, syntaxError } from './program.ts'
import type { RunOptions } from './run.ts'
import { readSuppressions } from './suppress.ts'
import { unfollowed } from './unfollowed.ts'
import { callersElsewhere } from './widen.ts'

/** What became of the files that were parsed. */
export interface FilesResult {
  readonly changes: readonly Change[]
  readonly notes: readonly Note[]
  readonly parsed: number
  readonly moved: Moved
}

/** The files of a run. */
export interface Gathered {
  /** Those that name the service. */
  readonly strong: readonly string[]
  readonly rest: readonly string[]
  /** Files that import modules and are never parsed: other languages, generated code. */
  readonly components: readonly string[]
}

/** Parses the files that matter and plans their rewrite. */
export const rewriteFiles = (
  { strong, rest, components }: Gathered,
  options: RunOptions,
  vocabulary: CompiledVocabulary,
): FilesResult => {
  const others = survey(rest, pathWords())
  const weak = others.mentioning
  const hosts = hostsWith(options.legacyHosts)
  const first = [...strong, ...weak]
  const alias = aliasFrom()
  const parsed: Parsed = new Map()
  const known = loadSources(first, alias, readText, parsed)
  const { callers, users } = callersElsewhere(known, hosts, others)
  const modules = [...first, ...callers]
  const tests = testsElsewhere(others.importing(new Set(modules.map(moduleName))), modules, options.root)
  const followed = [...new Set([...first, ...callers, ...tests])]
  const roots = [...new Set([...followed, ...users])]
  const leaves = new Set(roots.slice(followed.length))
  const there = new Set(known.files.map(({ fileName }) => fileName))
  const isThere = roots.every((path) => there.has(path))
  const sources = isThere ? known : loadSources(roots, alias, readText, parsed, leaves)
  const broken = brokenFiles(sources, options.root)
  const suppressed = suppressions(sources, options.root)
  const mayChange = (path: string, line?: number): boolean =>
    roots.includes(path) && !broken.files.has(path) && !(line !== undefined && suppressed.covers(path, line))
  const { changes, notes, moved, heard } = rewrite(sources, {
    routes,
    hosts,
    root: options.root,
    ...(options.adapter ? { adapter: true } : {}),
    mayChange,
    inSight: inSightOf(sources, { paths: options.paths, others, components, broken: broken.files }),
    read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  })
  // Of a file that does not parse, that it does not is all there is to say.
  const heeded = notes.filter(
    ({ rule, file }) => rule !== 'codemod.kept' || !broken.files.has(join(options.root, file)),
  )
  const said = [...heeded, ...broken.notes, ...suppressed.notes]
  const mentioning = new Set(strong)
  const own = sources.files.filter(
    ({ fileName }) => mentioning.has(fileName) && !broken.files.has(fileName) && !isMapperModule(fileName),
  )
  const more = unfollowed(own, options.root, vocabulary, {
    heard,
    notes: said,
    changes,
    isSuppressed: suppressed.covers,
  })
  return {
    changes,
    notes: [...said, ...more].sort(
      (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
    ),
    parsed: sources.files.length,
    moved,
  }
}

/** The words that begin the old API's paths, as they stand in code: `/pods`, `/networkvolumes`. */
const pathWords = (): string[] => [...new Set(routes.map(({ old }) => `/${wordsOf(old.path)[0]}`))]

const brokenFiles = (sources: Sources, root: string): { files: Set<string>; notes: Note[] } => {
  const files = new Set<string>()
  const notes: Note[] = sources.unread.map((path) => unreadNote(relative(root, path)))
  for (const file of sources.files) {
    const error = syntaxError(file)
    if (!error) continue
    files.add(file.fileName)
    notes.push({
      rule: 'codemod.syntax',
      file: relative(root, file.fileName),
      line: Number(/^line (\d+)/.exec(error)?.[1] ?? 1),
      column: 1,
      class: 'left',
      fix: 'mend the syntax, then run upshift again',
      confidence: 'high',
      why: `the file does not parse: ${error}`,
    })
  }
  return { files, notes }
}

const unreadNote = (file: string): Note => ({
  rule: 'codemod.nesting',
  file,
  line: 1,
  column: 1,
  class: 'left',
  fix: 'take the calls it makes into a file of their own, or change it by hand',
  confidence: 'high',
  why: 'this file mentions the service and is nested too deeply to be analysed',
})

const suppressions = (
  sources: Sources,
  root: string,
): { covers: (path: string, line: number) => boolean; notes: Note[] } => {
  const today = new Date().toISOString().slice(0, 10)
  const byFile = new Map(
    sources.files.map((file: ts.SourceFile) => [file.fileName, readSuppressions(file, today)]),
  )
  const notes = [...byFile].flatMap(([path, { errors }]) =>
    errors.map(
      ({ rule, line, why }): Note => ({
        rule: rule.replace(/^suppression/, 'codemod.suppression'),
        file: relative(root, path),
        line,
        column: 1,
        class: 'left',
        fix: 'write `upshift-keep: why`, and close every region',
        confidence: 'high',
        why,
      }),
    ),
  )
  return { covers: (path, line) => byFile.get(path)?.covers(line) ?? false, notes }
}
