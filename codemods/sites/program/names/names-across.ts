import { basename, dirname } from 'node:path'
import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { kept, once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../values/trace.ts'
import { identifiersNamed } from './names-used.ts'
import { symbolBehind } from './symbol.ts'

/**
 * Every use of a name that its file exports, but for imports and exports that pass it on.
 * @returns undefined where something may use it that cannot be seen: a file that was not read, a whole module in a
 * variable, a name in quotes, a member of something untyped, a stand-in of a test
 */
export const usesAcross = (trace: Trace, name: ts.Identifier): readonly ts.Identifier[] | undefined =>
  kept(known(trace), name, () => ({ uses: findUses(trace, name) })).uses

const known = once((_: Trace) => new Map<ts.Identifier, { readonly uses: ReturnType<typeof findUses> }>())

const findUses = (trace: Trace, name: ts.Identifier): readonly ts.Identifier[] | undefined => {
  const own = trace.checker.getSymbolAtLocation(name)
  if (!own || !trace.inSight(name.getSourceFile(), name.text)) return undefined
  if (isTakenWhole(trace, name.getSourceFile()) || quotedMembers(trace).has(name.text)) return undefined
  const { bySymbol, isQuoted } = kept(said(trace), name.text, () => saidOf(trace, name.text))
  if (isQuoted) return undefined
  const found: ts.Identifier[] = []
  for (const [symbol, all] of bySymbol) {
    const others = all.filter((one) => one !== name)
    if (symbol === own ? others.some(isRenamed) : mayStandIn(symbol, others)) return undefined
    if (symbol === own) found.push(...others.filter((one) => !isPassing(one)))
  }
  return found
}

/** Who says a name in the program. Hundreds of files may export something of the same name. */
interface Said {
  readonly bySymbol: ReadonlyMap<ts.Symbol | undefined, readonly ts.Identifier[]>
  /** Whether it stands in quotes in a file that says it. */
  readonly isQuoted: boolean
}

const said = once((_: Trace) => new Map<string, Said>())

const saidOf = (trace: Trace, name: string): Said => {
  const all = trace.files.flatMap((file) => identifiersNamed(file, name))
  const files = new Set(all.map((one) => one.getSourceFile()))
  return {
    bySymbol: groupBy(all, (one) => symbolBehind(trace, one)),
    isQuoted: [...files].some((file) => quotedIn(file).has(name)),
  }
}

/** Whether something else of the name may stand for what is exported. */
const mayStandIn = (symbol: ts.Symbol | undefined, said: readonly ts.Identifier[]): boolean =>
  said.length > 0 && (symbol === undefined || said.some(isMemberOfLiteral))

/** The words that stand in quotes in a file. `describe('listPods', …)` is what a test is called. */
const quotedIn = once(({ text }: ts.SourceFile) => wordsAt(text, new RegExp(`${WORD}\\1)${NO_TITLE}`, 'gu')))

/** The members that are said in quotes (`'listPods': …`) somewhere in the program. */
const quotedMembers = once(({ files }: Trace) => {
  const member = new RegExp(`${WORD}\\1\\s*:)(?<!\`)`, 'gu')
  return new Set(files.flatMap(({ text }) => [...wordsAt(text, member)]))
})

/** A quote, and the word behind it, which is only looked at: the quote that ends one word may begin the next. */
const WORD = '([\'"`])(?=([\\p{ID_Continue}$]+)'
const NO_TITLE = '(?<!\\b(?:describe|context|suite|it|test)(?:\\.\\w+)*\\(\\s*[\'"`])'

const wordsAt = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].map(([, , word = '']) => word))

const isPassing = ({ parent }: ts.Identifier): boolean =>
  compiler.isImportSpecifier(parent) || compiler.isExportSpecifier(parent)

/** `import { pod as one }`: it goes on under a name that was not looked for. */
const isRenamed = ({ parent }: ts.Identifier): boolean =>
  (compiler.isImportSpecifier(parent) || compiler.isExportSpecifier(parent)) &&
  parent.propertyName !== undefined

/** `{ getPod: () => … }` may stand in for the module; what is given to a member of another name does not. */
const isMemberOfLiteral = (name: ts.Identifier): boolean => {
  const { parent } = name
  if (compiler.isBindingElement(parent)) return parent.initializer !== name
  return compiler.isObjectLiteralElementLike(parent) && parent.name === name
}

/** Whether some file has all that another exports, and may use it by any name. */
const isTakenWhole = (trace: Trace, file: ts.SourceFile): boolean =>
  kept(takenWhole(trace), file, () => modulesTaken(trace).some((said) => specifierOf(file).test(said)))

const takenWhole = once((_: Trace) => new Map<ts.SourceFile, boolean>())

/** `import * as pods from './pods'`, `import('./pods')`, `require('./pods')`, `vi.mock('./pods')`. */
const modulesTaken = once(({ files }: Trace) =>
  modulesAt(files, /(?:\*\s*as\s+\w+\s+from\s*|\b(?:import|require|\w*[mM]ock|module)\s*\(\s*)/),
)

/** Whether some file passes on all that another exports (`export * from './pods'`): a new name might be there already. */
export const exportsAll = (trace: Trace, file: ts.SourceFile): boolean =>
  modulesPassed(trace).some((said) => specifierOf(file).test(said))

const modulesPassed = once(({ files }: Trace) => modulesAt(files, /export\s*\*\s*from\s*/))

/** The modules that files say behind some words, each once. */
const modulesAt = (files: readonly ts.SourceFile[], before: RegExp): readonly string[] => {
  const saying = new RegExp(`${before.source}(['"\`])(?=([^'"\`\n]*)\\1)`, 'g')
  return [...new Set(files.flatMap(({ text }) => [...wordsAt(text, saying)]))]
}

/** How others say a file. */
const specifierOf = ({ fileName }: ts.SourceFile): RegExp => {
  const stem = basename(fileName).replace(/\.[cm]?[jt]sx?$/, '')
  const name =
    stem === 'index' ? `(?:index|${escaped(basename(dirname(fileName)))}|\\.{1,2})/?` : escaped(stem)
  return new RegExp(`^(?:.*/)?[$#@~]?${name}(?:\\.[cm]?[jt]sx?)?$`)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
