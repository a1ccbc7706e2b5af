import { extname } from 'node:path'
import type { ts } from 'ts-morph'
import { compiler } from '../compiler.ts'
import { isFile, readText } from '../tree/look.ts'
import { readBracketed } from './bracketed.ts'
import { type Complaint, complaintsOf } from './complaints.ts'
import { isEmbedding, isPage } from './embedded.ts'
import { LIBRARY } from './library.ts'
import { keepApart } from './own-scope.ts'
import { type Alias, resolveImport } from './resolve-import.ts'

/** The legacy files and what they import, parsed and bound; types are worked out only where something asks. */
export interface Sources {
  readonly checker: ts.TypeChecker
  readonly files: readonly ts.SourceFile[]
  /** The characters of a file as they were read, byte order mark included. */
  readonly textOf: (file: ts.SourceFile) => string
  /** Files nested too deeply to be parsed or bound. */
  readonly unread: readonly string[]
  /** What the compiler complains of in some of the files, were their text another. */
  readonly complaints: (paths: readonly string[], texts?: ReadonlyMap<string, string>) => readonly Complaint[]
}

/** Files parsed by now, for a second program over some of the same: parsing is the greater part of making one. */
export type Parsed = Map<string, ts.SourceFile>

/** What is kept from one program to the next. */
export interface Reading {
  readonly parsed: Parsed
  /** Files nested too deeply to be parsed or bound. */
  readonly unread: Set<string>
}

const LIBRARY_NAME = '/upshift-library.d.ts'
/** How far imports are followed from a file that mentions the service. */
export const IMPORT_DEPTH = 3

/** Files of which only those imports are followed that lead to files which are there anyway, or to what may matter. */
export interface Leaves {
  readonly paths: ReadonlySet<string>
  readonly mayMatter: (path: string) => boolean
}

const NO_LEAVES: Leaves = { paths: new Set(), mayMatter: () => false }

/**
 * Parses the files given and those they import, and binds them into one program. No library file is read.
 * @param leaves files of which not all imports are followed
 */
export const loadSources = (
  roots: readonly string[],
  alias: Alias,
  read = readText,
  { parsed, unread }: Reading = { parsed: new Map(), unread: new Set() },
  leaves: Leaves = NO_LEAVES,
): Sources => {
  const known: ReadonlySet<string> = new Set([...parsed.keys(), ...roots])
  const ends = new Set(leaves.paths)
  const mayFollow: MayFollow = (from, found) => {
    if (!ends.has(from) || known.has(found)) return true
    if (!leaves.mayMatter(found)) return false
    ends.add(found)
    return true
  }
  for (;;) {
    const program = programOf({ roots, alias, read, parsed, unread, mayFollow })
    try {
      const checker = program.getTypeChecker()
      const files = program
        .getSourceFiles()
        .filter((file) => file.fileName !== LIBRARY_NAME && !file.isDeclarationFile)
      const complaints: Sources['complaints'] = (paths, texts) =>
        complaintsOf(
          texts ? overlaid({ roots, alias, read, parsed, unread, mayFollow }, texts) : program,
          paths,
        )
      return { checker, files, textOf: ({ text }) => text, unread: [...unread], complaints }
    } catch (error) {
      if (!setAside(error, parsed, unread)) throw error
    }
  }
}

/**
 * Counts the files that are nested too deeply among those that are not read, where the stack was too short for one.
 * @returns whether there are any more of them
 */
export const setAside = (error: unknown, parsed: Parsed, unread: Set<string>): boolean => {
  if (!(error instanceof RangeError)) return false
  const deep = [...parsed].filter(([path, file]) => !unread.has(path) && isDeep(file))
  for (const [path] of deep) unread.add(path)
  return deep.length > 0
}

/** Levels of nesting beyond which nobody reads a file on the stack of a running program. */
const MOST_LEVELS = 500

const isDeep = (file: ts.SourceFile): boolean => {
  const waiting: (readonly [node: ts.Node, level: number])[] = [[file, 0]]
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const [node, level] = at
    if (level > MOST_LEVELS) return true
    compiler.forEachChild(node, (child) => void waiting.push([child, level + 1]))
  }
  return false
}

/** Parses a file as its kind; a component whose script holds markup (`lang="tsx"`) as what may. */
export const parseAs = (path: string, text: string, hasParents = true): ts.SourceFile => {
  const of = (kind: ts.ScriptKind): ts.SourceFile => {
    const file = compiler.createSourceFile(path, text, compiler.ScriptTarget.ESNext, hasParents, kind)
    return asksAwait(file) ? compiler.createSourceFile(path, text, AS_MODULE, hasParents, kind) : file
  }
  const file = of(kindOf(path))
  return isEmbedding(path) && syntaxError(file) !== undefined ? of(compiler.ScriptKind.TSX) : file
}

const AS_MODULE: ts.CreateSourceFileOptions = {
  languageVersion: compiler.ScriptTarget.ESNext,
  setExternalModuleIndicator: (file) => {
    ;(file as { externalModuleIndicator?: true }).externalModuleIndicator = true
  },
}

/** `await (await fetch(url)).json()` at the top of a file that imports nothing was read as a call of a function named await. */
const asksAwait = (file: ts.SourceFile): boolean => {
  if (compiler.isExternalModule(file) || !/\bawait\s*[([`+/-]/.test(file.text)) return false
  const isAsked = (node: ts.Node): boolean =>
    (compiler.isIdentifier(node) && node.text === 'await') ||
    (!compiler.isFunctionLike(node) &&
      (compiler.forEachChild(node, (child) => isAsked(child) || undefined) ?? false))
  return isAsked(file)
}

/** Parses a file; undefined where it is nested too deeply even for that. */
const parse = (path: string, text: string): ts.SourceFile | undefined => {
  try {
    return readBracketed(parseAs(path, text))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type MayFollow = (from: string, found: string) => boolean

interface Making {
  readonly roots: readonly string[]
  readonly alias: Alias
  readonly read: (path: string) => string | undefined
  readonly parsed: Parsed
  readonly unread: Set<string>
  readonly mayFollow: MayFollow
  /** What is there without a file of its own. */
  readonly texts?: ReadonlyMap<string, string>
}

/** The program as it would be with other texts; what did not change is not parsed again. */
const overlaid = (making: Making, texts: ReadonlyMap<string, string>): ts.Program =>
  programOf({
    ...making,
    texts,
    read: (path) => texts.get(path) ?? making.read(path),
    parsed: new Map([...making.parsed].filter(([path]) => !texts.has(path))),
  })

const OPTIONS: ts.CompilerOptions = {
  allowJs: true,
  noLib: true,
  target: compiler.ScriptTarget.ESNext,
  module: compiler.ModuleKind.ESNext,
  moduleResolution: compiler.ModuleResolutionKind.Bundler,
  jsx: compiler.JsxEmit.Preserve,
  noResolve: false,
  strict: true,
  types: [],
  experimentalDecorators: true,
  // components and pages, of which the scripts are read
  allowNonTsExtensions: true,
}

const programOf = (making: Making): ts.Program => {
  const host: ts.CompilerHost = {
    getSourceFile: (path) => fileFor(making, path),
    getDefaultLibFileName: () => LIBRARY_NAME,
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => making.parsed.has(path) || isFile(path),
    readFile: () => undefined,
    resolveModuleNameLiterals: modulesFor(making),
  }
  const rootNames = [LIBRARY_NAME, ...making.roots]
  const program = compiler.createProgram({ rootNames, options: OPTIONS, host })
  keepApart(program.getSourceFiles())
  return program
}

/** The file at a path as it was parsed before, or is now; undefined where nobody can read it. */
const fileFor = ({ read, parsed, unread }: Making, path: string): ts.SourceFile | undefined => {
  if (unread.has(path)) return undefined
  const known = parsed.get(path)
  if (known) return known
  const text = path === LIBRARY_NAME ? LIBRARY : read(path)
  if (text === undefined) return undefined
  const file = parse(path, text)
  if (file) parsed.set(path, file)
  else unread.add(path)
  return file
}

/** Finds what files import, as far from the roots as imports are followed. */
const modulesFor = ({
  roots,
  alias,
  mayFollow,
  texts,
}: Making): NonNullable<ts.CompilerHost['resolveModuleNameLiterals']> => {
  const isThere = (path: string): boolean => texts?.has(path) || isFile(path)
  const depth = new Map<string, number>(roots.map((path) => [path, 0]))
  const moduleFor = (name: string, from: string): ts.ResolvedModuleFull | undefined => {
    const at = depth.get(from) ?? 0
    const found = at >= IMPORT_DEPTH ? undefined : resolveImport(name, from, alias, isThere)
    if (!found || !mayFollow(from, found)) return undefined
    if (!depth.has(found)) depth.set(found, at + 1)
    const extension = isEmbedding(found) ? '.ts' : extname(found)
    return { resolvedFileName: found, extension, isExternalLibraryImport: false }
  }
  return (literals, from) => literals.map(({ text }) => ({ resolvedModule: moduleFor(text, from) }))
}

/** `.js` may hold JSX; TypeScript's `.ts` may not. */
export const kindOf = (path: string): ts.ScriptKind => {
  const end = extname(path)
  if (end === '.tsx') return compiler.ScriptKind.TSX
  if (end === '.ts' || end === '.mts' || end === '.cts' || (isEmbedding(path) && !isPage(path)))
    return compiler.ScriptKind.TS
  return compiler.ScriptKind.JSX
}

/** The first syntax error of a file, as `line: message`. */
export const syntaxError = (file: ts.SourceFile): string | undefined => {
  const errors = (file as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] })
    .parseDiagnostics
  const first = errors[0]
  if (!first) return undefined
  const { line } = file.getLineAndCharacterOfPosition(first.start)
  return `line ${line + 1}: ${compiler.flattenDiagnosticMessageText(first.messageText, ' ')}`
}

/** Nothing is aliased. */
export const noAlias: Alias = () => []
