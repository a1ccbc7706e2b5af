import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { wantsParametersRead } from '../../project/packages/module-kind.ts'
import { symbolAt } from '../../sites/program/names/symbol.ts'
import { isTypeScript } from '../../sites/program/syntax/is-typescript.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Edit, insertBefore } from '../edit/edit.ts'
import { identifiersIn, type Name, removedBy, within, wordsOf } from './removed.ts'

/**
 * The edits given, and a `_` before each parameter that only fed what they take out, where the compiler of the project
 * would refuse it (`noUnusedParameters`). Its place is its callers', so that it stays; elsewhere it keeps its name, for
 * nobody minds.
 */
export const withUnreadParameters = (trace: Trace, edits: readonly Edit[]): Edit[] => {
  const files = [...new Set(edits.map(({ file }) => file))].filter(
    (file) => isTypeScript(file) && wantsParametersRead(file.fileName),
  )
  return [
    ...edits,
    ...files.flatMap((file) => {
      const own = edits.filter((edit) => edit.file === file)
      return unread(trace, file, own).map(marked)
    }),
  ]
}

/** The parameters of a file whose every reader goes, and that had one. */
const unread = (trace: Trace, file: ts.SourceFile, edits: readonly Edit[]): Parameter[] => {
  const removed = removedBy(file, edits)
  const names = identifiersIn(file)
  const hit = new Set(
    names.flatMap((name) => (within(name, removed) ? (parameterOf(trace, name) ?? []) : [])),
  )
  return [...hit].filter(
    (parameter) =>
      !within(parameter.name, removed) &&
      !isWrittenIn(functionOf(parameter), parameter.name.text, edits) &&
      names.every(
        (name) =>
          name === parameter.name ||
          name.text !== parameter.name.text ||
          within(name, removed) ||
          !mayRead(trace, name, parameter),
      ),
  )
}

type Parameter = (ts.ParameterDeclaration | ts.BindingElement) & { readonly name: ts.Identifier }

/** The parameter that a name reads, alone or as a member taken out of it where it is declared. */
const parameterOf = (trace: Trace, name: Name): Parameter | undefined => {
  const [declaration, ...others] = symbolAt(trace, name)?.declarations ?? []
  return declaration && others.length === 0 && isParameter(declaration) && declaration.name !== name
    ? declaration
    : undefined
}

const isParameter = (node: ts.Node): node is Parameter =>
  (compiler.isParameter(node) || (compiler.isBindingElement(node) && !node.parent.elements.some(isRest))) &&
  compiler.isIdentifier(node.name) &&
  !node.name.text.startsWith('_') &&
  compiler.isFunctionLike(functionOf(node)) &&
  !compiler.isParameterPropertyDeclaration(node, node.parent)

/** What is taken out beside the rest of an object is taken for left out of that. */
const isRest = (node: ts.ArrayBindingElement): boolean =>
  compiler.isBindingElement(node) && node.dotDotDotToken !== undefined

/** The function that has a parameter; what is taken out of a variable ends in something else. */
const functionOf = (node: ts.Node): ts.Node => {
  let at = node.parent
  while (compiler.isBindingElement(at) || compiler.isObjectBindingPattern(at) || compiler.isParameter(at))
    at = at.parent
  return at
}

const mayRead = (trace: Trace, name: Name, parameter: Parameter): boolean => {
  const symbol = symbolAt(trace, name)
  if (!symbol) return !(compiler.isPropertyAccessExpression(name.parent) && name.parent.name === name)
  return (symbol.declarations ?? []).includes(parameter)
}

/** Whether what is written anew within a function says a name. */
const isWrittenIn = (node: ts.Node, name: string, edits: readonly Edit[]): boolean =>
  edits.some(
    (edit) => edit.start >= node.getStart() && edit.end <= node.getEnd() && wordsOf(edit).includes(name),
  )

/** `_podId`; `podId: _podId`, where it is taken out of an object. */
const marked = (node: Parameter): Edit =>
  insertBefore(
    node.name,
    compiler.isBindingElement(node) && !node.propertyName && compiler.isObjectBindingPattern(node.parent)
      ? `${node.name.text}: _`
      : '_',
  )
