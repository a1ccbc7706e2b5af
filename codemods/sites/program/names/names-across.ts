import { basename, dirname } from 'node:path'
import type { ts } from 'ts-morph'
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
  const found: ts.Identifier[] = []
  for (const file of trace.files) {
    const named = identifiersNamed(file, name.text)
    if (named.length > 0 && quotedIn(file).has(name.text)) return undefined
    for (const one of named) {
      if (one === name) continue
      const symbol = symbolBehind(trace, one)
      if (symbol === own && isRenamed(one)) return undefined
      if (symbol === own && !isPassing(one)) found.push(one)
      if (symbol !== own && (symbol === undefined || isMemberOfLiteral(one))) return undefined
    }
  }
  return found
}

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
