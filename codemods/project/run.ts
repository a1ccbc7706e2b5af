import { relative } from 'node:path'
import type { CompiledVocabulary } from '../audit/words/vocabulary.ts'
import type { Change } from '../rewrite/contract.ts'
import type { Ranges } from '../rewrite/dead/heard.ts'
import { type Note, notSaidYet } from './note.ts'
import { isEmbedding, isPage, scriptsOf } from './parse/embedded.ts'
import type { FilesOptions, FilesResult } from './rewrite-files.ts'
import { isBuilt } from './tree/built.ts'
import { discover } from './tree/discover.ts'
import { gate, legacyAddresses, serviceWords } from './tree/gate.ts'
import { isGenerated } from './tree/generated.ts'
import { readText } from './tree/look.ts'
import { unreadNotes } from './unread-notes.ts'

/** What a run of the codemod is told. */
export interface RunOptions extends FilesOptions {
  /** Told how far the run is; for terminals. */
  readonly progress?: (text: string) => void
}

/** What a run gives: nothing is written yet. */
export interface RunResult {
  readonly changes: readonly Change[]
  readonly notes: readonly Note[]
  readonly missing: readonly string[]
  /** Files looked at below the paths, and files parsed: what those import is read wherever it lies. */
  readonly counts: { readonly seen: number; readonly parsed: number }
}

/** Finds the legacy files below the paths and plans their rewrite. The compiler is loaded only when there are any. */
export const runCodemod = async (options: RunOptions): Promise<RunResult> => {
  const { files, bundles, components, foreign, missing } = discover(options.paths)
  const { strong: named, rest } = gate(files, serviceWords(options.legacyHosts))
  const isAsked = (path: string): boolean => options.paths.includes(path)
  const built = new Set(named.filter((path) => !isAsked(path) && isBuilt(readText(path) ?? '')))
  const strong = named.filter((path) => !built.has(path))
  const unread = async (heard?: Ranges): Promise<Note[]> => [
    ...naming([...bundles, ...built], unreadNotes.built, options),
    ...(await saidByComponents(components, options, heard)),
    ...naming(foreign, unreadNotes.language, options),
  ]
  if (strong.length === 0 && !components.some((path) => callsByItself(path, options)))
    return {
      changes: [],
      notes: [...(await unread()), ...(await clientsBeyond(options, files, []))],
      missing,
      counts: { seen: files.length, parsed: 0 },
    }
  const { result, skipped } = await rewriteNaming(strong, rest, components, files.length, options)
  const looked = await unread(result.heard)
  // Of what was read, what the text alone says is no news.
  const read = [...result.notes, ...skipped, ...notSaidYet(result.notes, looked)]
  const beside = await notesBeside(options, result, { sources: files, components })
  return {
    ...result,
    notes: [
      ...read,
      ...beside.filter(isNotOfPages(read, result.heard, options.root)),
      ...(await clientsBeyond(options, files, read)),
    ],
    missing,
    counts: { seen: files.length, parsed: result.parsed },
  }
}

/** What of the files is called of others beyond the paths given, where the calls themselves did not say so. */
const clientsBeyond = async (
  options: RunOptions,
  sources: readonly string[],
  said: readonly Note[],
): Promise<Note[]> => {
  if (said.some(({ rule }) => rule === 'codemod.elsewhere')) return []
  const { clientsOutside } = await import('../beside/left/clients-outside.ts')
  return clientsOutside({ ...options, sources })
}

/** Rewrites the files that name the service, with what calls them; what is generated is read and never changed. */
const rewriteNaming = async (
  strong: readonly string[],
  rest: readonly string[],
  components: readonly string[],
  seen: number,
  options: RunOptions,
): Promise<{ readonly result: FilesResult; readonly skipped: readonly Note[] }> => {
  const generated = strong.filter((path) => isGenerated(path, readText(path) ?? ''))
  const own = strong.filter((path) => !generated.includes(path))
  options.progress?.(`${own.length} of ${seen} files mention the service`)
  const { rewriteFiles } = await import('./rewrite-files.ts')
  const { loadVocabulary } = await import('../audit/load-vocabulary.ts')
  const vocabulary = await loadVocabulary()
  const gathered = { strong: own, rest, components: [...components, ...generated] }
  const result = rewriteFiles(gathered, options, vocabulary)
  return { result, skipped: await saidByGenerated(generated, vocabulary, options) }
}

/** Whether the scripts of a component or a page say the service: by what they declare, files that do not may call. */
const callsByItself = (path: string, { legacyHosts }: RunOptions): boolean => {
  if (!isEmbedding(path)) return false
  const says = (text: string): boolean => legacyAddresses(legacyHosts).some((one) => text.includes(one))
  const text = readText(path) ?? ''
  return says(text) && says(scriptsOf(path, text))
}

/** An address of a page by which calls are made that stay is theirs, and no setting that is to be changed alone. */
const isNotOfPages = (notes: readonly Note[], heard: Ranges, root: string): ((note: Note) => boolean) => {
  const calling = new Set([
    ...notes.map(({ file }) => file),
    ...[...heard.keys()].map((path) => relative(root, path)),
  ])
  return ({ file, rule }) => rule !== 'codemod.beside-setting' || !isPage(file) || !calling.has(file)
}

/** What must change with the code, and lies beside it. The tree is walked for settings once, and only if it must be. */
const notesBeside = async (
  options: RunOptions,
  { moved, changes }: FilesResult,
  { sources, components }: Readonly<Record<'sources' | 'components', readonly string[]>>,
): Promise<Note[]> => {
  const { callersOutside } = await import('../beside/left/callers-outside.ts')
  const { lostInMarkup } = await import('../beside/left/lost-in-markup.ts')
  const { commentNotes } = await import('../beside/settings/comments.ts')
  const { besideNotes } = await import('../beside/settings/settings.ts')
  const { jsonNotes } = await import('../beside/answers/json-shapes.ts')
  const { settingsBeside } = await import('../beside/settings/places.ts')
  const { testsOutside } = await import('../beside/files/tests-outside.ts')
  const { paths, root } = options
  let known: readonly string[] | undefined
  const settings = (): readonly string[] => (known ??= settingsBeside(paths))
  return [
    ...commentNotes(changes, moved.routes, root),
    ...besideNotes({ root, settings, sources, ...moved }),
    ...testsOutside({ ...options, ...moved, changed: changes.map(({ path }) => path) }),
    ...jsonNotes({ root, settings, sources, ...moved }),
    ...lostInMarkup({ root, sources, components, ...moved }),
    ...callersOutside({ ...options, sources, ...moved }),
  ]
}

/** Notes of files that are not read and name the old API, each where it does so first. */
const naming = (
  paths: readonly string[],
  note: (file: string, line: number) => Note,
  { root, legacyHosts }: RunOptions,
): Note[] => {
  const addresses = legacyAddresses(legacyHosts)
  return gate(paths, addresses).strong.map((path) => {
    const lines = (readText(path) ?? '').split('\n')
    const at = lines.findIndex((line) => addresses.some((address) => line.includes(address)))
    return note(relative(root, path), Math.max(at, 0) + 1)
  })
}

/** The same of components, with the operations. What documents say is listed with them. */
const saidByComponents = async (
  components: readonly string[],
  options: RunOptions,
  heard: Ranges | undefined,
): Promise<Note[]> => {
  const paths = components.filter((path) => !path.endsWith('.mdx'))
  const { strong } = gate(paths, legacyAddresses(options.legacyHosts))
  if (strong.length === 0) return []
  const { addressNotes, componentSays } = await import('./pages/components.ts')
  const { loadVocabulary } = await import('../audit/load-vocabulary.ts')
  const vocabulary = await loadVocabulary()
  return strong.flatMap((path) => {
    const told = addressNotes(path, options.root, legacyAddresses(options.legacyHosts))
    const said = [...componentSays(path, options.root, vocabulary, heard), ...told]
    return said.length > 0 || heard?.has(path) || isPage(path)
      ? said
      : naming([path], unreadNotes.language, options)
  })
}

/** Notes of generated files that say something of the old API: what is generated from v2's document names the service, too. */
const saidByGenerated = async (
  paths: readonly string[],
  vocabulary: CompiledVocabulary,
  options: RunOptions,
): Promise<Note[]> => {
  const { auditText } = await import('../audit/audit-text.ts')
  const addresses = legacyAddresses(options.legacyHosts)
  const isLegacy = (path: string): boolean => {
    const text = readText(path) ?? ''
    const { drafts } = auditText(path, text, vocabulary)
    return addresses.some((address) => text.includes(address)) || drafts.some((one) => one.class !== 'none')
  }
  return paths.filter(isLegacy).map((path) => unreadNotes.generated(relative(options.root, path)))
}
