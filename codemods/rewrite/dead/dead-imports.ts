import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isTypeScript } from '../../sites/program/syntax/is-typescript.ts'
import { nameOf } from '../../sites/program/syntax/nodes.ts'
import type { Edit } from '../edit/edit.ts'
import { isClientLibrary } from './pure.ts'

/** Other modules may do something when they are loaded; TypeScript itself leaves out an import that nobody uses. */
export const mayGo = ({ moduleSpecifier }: ts.ImportDeclaration): boolean =>
  isTypeScript(moduleSpecifier) ||
  (compiler.isStringLiteral(moduleSpecifier) && isClientLibrary(moduleSpecifier.text))

/** The names that an import gives its file. */
export const namesOf = ({ importClause }: ts.ImportDeclaration): string[] => {
  const bindings = importClause?.namedBindings
  const named =
    bindings && compiler.isNamedImports(bindings)
      ? bindings.elements.map((one) => one.name.text)
      : (nameOf(bindings && compiler.isNamespaceImport(bindings) ? bindings.name : undefined) ?? [])
  return [...(importClause?.name ? [importClause.name.text] : []), ...[named].flat()]
}

/** Takes some of the names out of an import, and leaves the others where they stand: one may be put before them. */
export const withoutNames = ({ importClause }: ts.ImportDeclaration, names: ReadonlySet<string>): Edit[] => {
  const { name, namedBindings: bindings } = importClause ?? {}
  const file = bindings?.getSourceFile()
  if (!bindings || !file) return []
  const whole = name && names.has(name.text) ? [cut(file, name.getStart(), bindings.getStart())] : []
  if (compiler.isNamespaceImport(bindings))
    return name && names.has(bindings.name.text) ? [cut(file, name.getEnd(), bindings.getEnd())] : whole
  return [...whole, ...withoutElements(bindings.elements, ({ name }) => names.has(name.text))]
}

/** Takes some out of a list of names of which others stay. */
export const withoutElements = <T extends ts.Node>(
  elements: readonly T[],
  goes: (element: T) => boolean,
): Edit[] => {
  const last = elements.filter((one) => !goes(one)).at(-1)
  const end = elements.at(-1)
  if (!last || !end) return []
  const file = last.getSourceFile()
  const single = elements.flatMap((one, index) => {
    const next = elements[index + 1]
    return goes(one) && next && one.pos < last.pos ? [cut(file, one.getStart(), beginOf(next))] : []
  })
  return [...single, ...(end === last ? [] : [cut(file, last.getEnd(), end.getEnd())])]
}

/** Where a name begins, with the comments before it. */
const beginOf = (node: ts.Node): number =>
  node.getFullText().trimStart().length > node.getText().length ? node.getFullStart() : node.getStart()

const cut = (file: ts.SourceFile, start: number, end: number): Edit => ({ file, start, end, text: '' })
