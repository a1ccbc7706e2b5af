import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { kept, once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../frames/source.ts'
import { type Access, accessed, isAccess } from '../syntax/access.ts'
import { nameOf, nodesIn } from '../syntax/nodes.ts'
import { symbolAt, symbolBehind } from './symbol.ts'

/** The identifiers of a file by their text. Files never change while a run lasts. */
const byText = once((file: ts.SourceFile) =>
  groupBy(nodesIn(file, compiler.isIdentifier), ({ text }) => text),
)

/** Every identifier (or `#name`) of a file that is spelt so. */
export const identifiersNamed = (file: ts.SourceFile, text: string): readonly ts.Identifier[] =>
  byText(file).get(text) ?? []

const byMember = once((file: ts.SourceFile) =>
  groupBy(nodesIn(file, isAccess), (access) => accessed(access)?.name),
)

/** By the declarations that they mean. */
type Declared<T> = ReadonlyMap<ts.Declaration | undefined, readonly T[]>

/** A name may be declared in hundreds of files: what each place that says it means is asked once. */
const accesses = once((_: Trace) => new Map<string, Declared<Access>>())

/** Every place of the program that says a member which is declared there: `x.name`, `x['name']`. */
export const accessesTo = (trace: Trace, declared: ts.Declaration, name: string): readonly Access[] => {
  const all = kept(accesses(trace), name, () =>
    groupBy(
      trace.files.flatMap((file) => byMember(file).get(name) ?? []),
      (access) => {
        const said = compiler.isPropertyAccessExpression(access) ? access.name : access.argumentExpression
        return trace.checker.getSymbolAtLocation(said)?.declarations?.[0]
      },
    ),
  )
  return all.get(declared) ?? []
}

/** Every part of a pattern that takes a member which is declared there: `const { name } = x`. */
export const elementsOf = (trace: Trace, declared: ts.Declaration, name: string): ts.BindingElement[] =>
  trace.files.flatMap((file) =>
    identifiersNamed(file, name).flatMap(({ parent }) => {
      if (!compiler.isBindingElement(parent) || !compiler.isObjectBindingPattern(parent.parent)) return []
      const key = nameOf(parent.propertyName ?? parent.name)
      const owner = trace.checker.getTypeAtLocation(parent.parent)
      return key === name && owner.getProperty(name)?.declarations?.[0] === declared ? [parent] : []
    }),
  )

/** The places of the whole program that say a name which is declared there, alone or as a member. */
export const placesSaying = (
  trace: Trace,
  declared: ts.Declaration,
  name: string,
): readonly ts.Expression[] => [
  ...accessesTo(trace, declared, name),
  ...(kept(names(trace), name, () => declaredBehind(trace, name)).get(declared) ?? []),
]

const names = once((_: Trace) => new Map<string, Declared<ts.Identifier>>())

const declaredBehind = (trace: Trace, name: string): Declared<ts.Identifier> =>
  groupBy(
    trace.files.flatMap((file) => identifiersNamed(file, name)),
    (one) => symbolBehind(trace, one)?.valueDeclaration,
  )

/** Every mention of a local name but its declaration, in the whole file. */
export const mentionsOf = (trace: Pick<Trace, 'checker'>, name: ts.Identifier): ts.Identifier[] => {
  const symbol = trace.checker.getSymbolAtLocation(name)
  if (!symbol) return []
  const mentions = mentionsNamed(trace, name.getSourceFile(), name.text).get(symbol) ?? []
  return mentions.filter((one) => one !== name)
}

/** What a checker makes of the names of a file. */
type Named = Map<string, ReadonlyMap<ts.Symbol, readonly ts.Identifier[]>>

/** Hundreds of functions may call their answers alike: what each name stands for is asked once. */
const resolved = new WeakMap<ts.TypeChecker, WeakMap<ts.SourceFile, Named>>()

const mentionsNamed = (
  trace: Pick<Trace, 'checker'>,
  file: ts.SourceFile,
  text: string,
): ReadonlyMap<ts.Symbol, readonly ts.Identifier[]> => {
  const files = kept(resolved, trace.checker, () => new WeakMap())
  const names = kept(files, file, () => new Map())
  return kept(names, text, () => bySymbol(trace, identifiersNamed(file, text)))
}

const bySymbol = (
  trace: Pick<Trace, 'checker'>,
  identifiers: readonly ts.Identifier[],
): ReadonlyMap<ts.Symbol, readonly ts.Identifier[]> => {
  const found = new Map<ts.Symbol, ts.Identifier[]>()
  for (const one of identifiers) {
    const symbol = declares(one) ? undefined : symbolAt(trace, one)
    const list = symbol && found.get(symbol)
    if (list) list.push(one)
    else if (symbol) found.set(symbol, [one])
  }
  return found
}

const declares = (node: ts.Identifier): boolean => {
  const { parent } = node
  return (
    (compiler.isVariableDeclaration(parent) ||
      compiler.isParameter(parent) ||
      compiler.isBindingElement(parent) ||
      compiler.isFunctionDeclaration(parent)) &&
    parent.name === node
  )
}

/** Whether other files can see a declaration, by `export` before it, in a list, or through CommonJS. */
export const isExported = (trace: Pick<Trace, 'checker'>, name: ts.Identifier): boolean => {
  const declaration = name.parent as ts.Declaration
  if (compiler.getCombinedModifierFlags(declaration) & compiler.ModifierFlags.Export) return true
  return mentionsOf(trace, name).some(
    ({ parent }) => compiler.isExportSpecifier(parent) || compiler.isExportAssignment(parent),
  )
}

/** The names that a name, or a pattern of names, declares. */
export const namesIn = (name: ts.BindingName): ts.Identifier[] =>
  compiler.isIdentifier(name)
    ? [name]
    : name.elements.flatMap((one) => (compiler.isBindingElement(one) ? namesIn(one.name) : []))
