import { isUtf8 } from 'node:buffer'
import { join, relative } from 'node:path'
import type { ts } from 'ts-morph'
import { routes } from '../../mappings/v1/index.ts'
import type { CompiledVocabulary } from '../audit/words/vocabulary.ts'
import type { Change } from '../rewrite/contract.ts'
import type { Ranges } from '../rewrite/dead/heard.ts'
import { isMapperModule } from '../rewrite/mapper/module/module-form.ts'
import type { MayChange } from '../rewrite/may-change.ts'
import type { Moved } from '../rewrite/moved-words.ts'
import { rewrite } from '../rewrite/rewrite.ts'
import { callsUnread } from '../rewrite/unread-files.ts'
import { hostsWith } from '../sites/texts/locate.ts'
import { firstFailing } from './first-failing.ts'
import { type Note, notSaidYet } from './note.ts'
import { aliasFrom } from './packages/alias.ts'
import { widthsTold } from './packages/line-width.ts'
import { componentCalls, componentNotes } from './pages/components.ts'
import { onPages, pageMates } from './pages/read-code.ts'
import { isEmbedding } from './parse/embedded.ts'
import { isFlow } from './parse/flow-types.ts'
import { type Reading, type Sources, setAside, syntaxError } from './parse/program.ts'
import { type Gathered, readProgram } from './read-program.ts'
import { inSightOf } from './sight/in-sight.ts'
import { unfollowed } from './sight/unfollowed.ts'
import { readSuppressions } from './suppress.ts'
import { readBytes } from './tree/gate.ts'
import { isGenerated } from './tree/generated.ts'
import { readText } from './tree/look.ts'
import { unreadNotes } from './unread-notes.ts'

/** What files are rewritten with. */
export interface FilesOptions {
  /** Absolute paths of files and directories. */
  readonly paths: readonly string[]
  /** Directory that paths in notes are relative to. */
  readonly root: string
  readonly legacyHosts?: readonly string[]
  /** Point what cannot be rewritten at the in-process adapter. */
  readonly adapter?: boolean
}

/** What became of the files that were parsed. */
export interface FilesResult {
  readonly changes: readonly Change[]
  readonly notes: readonly Note[]
  readonly parsed: number
  readonly moved: Moved
  /** Where calls stand that were understood. */
  readonly heard: Ranges
}

/**
 * Parses the files that matter and plans their rewrite; without those that are nested too deeply for it, and those whose
 * analysis comes to an unexpected end.
 */
export const rewriteFiles = (
  gathered: Gathered,
  options: FilesOptions,
  vocabulary: CompiledVocabulary,
): FilesResult => {
  const reading: Reading = { parsed: new Map(), unread: new Set() }
  const run = (some: Gathered): FilesResult => {
    for (;;)
      try {
        return rewriteParsed(some, options, vocabulary, reading)
      } catch (error) {
        if (!setAside(error, reading.parsed, reading.unread)) throw error
      }
  }
  const crashes: Note[] = []
  for (;;)
    try {
      const { notes, ...result } = run(gathered)
      return { ...result, notes: [...notes.filter(isNotOf(crashes)), ...crashes].sort(byPlace) }
    } catch (error) {
      const path = crashing(gathered, run)
      const isKnown = path !== undefined && !reading.unread.has(path)
      const paths = isKnown ? [path] : gathered.strong
      for (const one of paths) reading.unread.add(one)
      crashes.push(...paths.map((one) => unreadNotes.crash(relative(options.root, one), error)))
      if (!isKnown) return { ...NOTHING, notes: crashes }
    }
}

const NOTHING: Omit<FilesResult, 'notes'> = {
  changes: [],
  parsed: 0,
  moved: {
    addresses: [],
    variables: new Map(),
    staying: new Map(),
    isOfGraphqlAlone: false,
    names: new Set(),
    routes: [],
    lost: [],
    answering: new Set(),
  },
  heard: new Map(),
}

/** Of a file whose analysis ended, that it did is all there is to say. */
const isNotOf = (crashes: readonly Note[]) => {
  const files = new Set(crashes.map(({ file }) => file))
  return ({ file }: Note): boolean => !files.has(file)
}

/** The file without which those before it are got through; those that name the service come first. */
const crashing = (
  { strong, rest, components }: Gathered,
  run: (some: Gathered) => void,
): string | undefined =>
  firstFailing([...strong, ...rest], (some) => {
    try {
      run({ strong: some.slice(0, strong.length), rest: some.slice(strong.length), components })
      return false
    } catch {
      return true
    }
  })

const rewriteParsed = (
  gathered: Gathered,
  options: FilesOptions,
  vocabulary: CompiledVocabulary,
  reading: Reading,
): FilesResult => {
  const { root, paths, legacyHosts, adapter } = options
  const { strong, rest, components } = gathered
  const hosts = hostsWith(legacyHosts)
  const alias = aliasFrom()
  const { sources, roots, others } = readProgram(gathered, options, hosts, reading, alias)
  const broken = brokenFiles(sources, roots, root)
  const suppressed = suppressions(sources, root)
  const inComponents = componentCalls(components, sources.files, root, vocabulary)
  const unread = sources.unread.map((path) => ({ path, line: 1 }))
  const asked = new Set([...strong, ...rest, ...roots])
  const written = sources.files.filter(isWritten).map(({ fileName }) => fileName)
  const found = rewrite(sources, {
    routes,
    hosts,
    root,
    ...(adapter ? { adapter: true } : {}),
    // What the program's files import is read as well, and may stand where nobody asked for changes
    mayChange: mayChangeOf(new Set(written.filter((path) => asked.has(path))), broken, suppressed),
    inSight: inSightOf(sources, { paths, others, components, broken: broken.files, alias }),
    isOnPage: onPages(components),
    pageMates: pageMates(components, sources.files),
    unread: [...inComponents, ...callsUnread(unread, sources.files)],
    read: readText,
    widthTold: widthsTold(),
  })
  const heeded = heededNotes(found.notes, broken, root)
  const byComponents = notSaidYet(heeded, componentNotes(inComponents, root, found.heard))
  const said = [...heeded, ...broken.notes, ...suppressed.notes, ...byComponents]
  const own = ownAmong(sources, [...strong, ...others.mentioning], broken)
  const looked = { notes: said, isSuppressed: suppressed.covers, naming: new Set(strong) }
  const more = unfollowed(own, root, vocabulary, { ...found, ...looked })
  const { changes, moved, heard } = found
  return { changes, notes: [...said, ...more].sort(byPlace), parsed: sources.files.length, moved, heard }
}

const mayChangeOf =
  (asked: ReadonlySet<string>, broken: Broken, suppressed: Suppressed): MayChange =>
  (path, line) =>
    asked.has(path) && !broken.files.has(path) && !(line !== undefined && suppressed.covers(path, line))

/** What is generated is written anew, whoever calls it. */
const isWritten = ({ fileName, text }: ts.SourceFile): boolean => !isGenerated(fileName, text)

/** Of a file that does not parse, that it does not is all there is to say. */
const heededNotes = (notes: readonly Note[], { files }: Broken, root: string): readonly Note[] =>
  notes.filter((note) => !/^(left|kept)$/.test(note.class) || !files.has(join(root, note.file)))

/** Those of the program's own files that parse. */
const ownAmong = ({ files }: Sources, some: readonly string[], broken: Broken): ts.SourceFile[] => {
  const isOwn = (path: string): boolean => !broken.files.has(path) && !isMapperModule(path)
  const among = new Set(some.filter(isOwn))
  return files.filter(({ fileName }) => among.has(fileName))
}

const byPlace = (a: Note, b: Note): number =>
  a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column

/** Files that cannot be read for what they are, each with the reason: nothing in them is changed. */
interface Broken {
  readonly files: ReadonlySet<string>
  readonly notes: readonly Note[]
}

const brokenFiles = (sources: Sources, roots: readonly string[], root: string): Broken => {
  const read = new Set([...sources.unread, ...sources.files.map(({ fileName }) => fileName)])
  const notes = [
    ...sources.unread.map((path) => unreadNotes.nesting(relative(root, path))),
    ...roots.filter((path) => !read.has(path)).map((path) => unreadNotes.unread(relative(root, path))),
  ]
  const files = new Set<string>()
  for (const file of sources.files) {
    const note = brokenNote(file, relative(root, file.fileName))
    if (!note) continue
    files.add(file.fileName)
    // Components are looked through as text then, and changed in no case
    if (!isEmbedding(file.fileName)) notes.push(note)
  }
  return { files, notes }
}

const brokenNote = (file: ts.SourceFile, name: string): Note | undefined => {
  if (isLossy(file)) return unreadNotes.encoding(name)
  const error = syntaxError(file)
  if (error === undefined) return undefined
  return isFlow(file) ? unreadNotes.flow(name) : unreadNotes.syntax(name, error)
}

/** Whether a file has bytes that are no letters of UTF-8: they would not be written back as they were. */
const isLossy = ({ fileName, text }: ts.SourceFile): boolean => {
  if (!text.includes('\uFFFD')) return false
  const bytes = readBytes(fileName)
  return bytes !== undefined && !isUtf8(bytes)
}

/** What the marks in the files keep as it is, and what is wrong with the marks. */
interface Suppressed {
  readonly covers: (path: string, line: number) => boolean
  readonly notes: readonly Note[]
}

const suppressions = (sources: Sources, root: string): Suppressed => {
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
