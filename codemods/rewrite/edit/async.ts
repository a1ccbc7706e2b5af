import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, functionAround } from '../../sites/program/syntax/nodes.ts'
import { isGenerator } from '../../sites/values/expressions.ts'
import { type Edit, insertBefore } from './edit.ts'

/**
 * The edits after which `await` may stand at a place; undefined where it may not.
 * @param promised a call that is known to give a promise, even where its library's types are not there to say so
 */
export const allowAwait = (
  checker: ts.TypeChecker,
  node: ts.Node,
  promised?: ts.Node,
): readonly Edit[] | undefined => {
  const around = functionAround(node)
  if (!around) return waitsAtTop(node.getSourceFile()) ? [] : undefined
  if (isAsync(around)) return isGenerator(around) ? undefined : []
  const place = placeOfAsync(around)
  const waits = givesPromise(checker, around) || isOnly(around, promised)
  return place && waits ? [insertBefore(place, 'async ')] : undefined
}

/** A function that says `async`. */
export const isAsync = (node: ts.SignatureDeclaration): boolean =>
  compiler.canHaveModifiers(node) &&
  (compiler.getModifiers(node) ?? []).some(({ kind }) => kind === compiler.SyntaxKind.AsyncKeyword)

/** What the word stands before; undefined for what cannot be async. */
const placeOfAsync = (node: ts.SignatureDeclaration): ts.Node | undefined => {
  if (isGenerator(node)) return undefined
  if (compiler.isArrowFunction(node)) return node.typeParameters ? undefined : (node.modifiers?.[0] ?? node)
  if (compiler.isMethodDeclaration(node)) return node.name
  if (compiler.isFunctionDeclaration(node) || compiler.isFunctionExpression(node))
    return node.getChildren().find(({ kind }) => kind === compiler.SyntaxKind.FunctionKeyword)
  return undefined
}

/** A function that gives a promise already may wait before it does. */
const givesPromise = (checker: ts.TypeChecker, node: ts.SignatureDeclaration): boolean => {
  const signature = checker.getSignatureFromDeclaration(node)
  return signature !== undefined && checker.getReturnTypeOfSignature(signature).symbol?.name === 'Promise'
}

/** `() => axios.post(…)`: nothing but the call. */
const isOnly = (node: ts.SignatureDeclaration, call: ts.Node | undefined): boolean =>
  compiler.isArrowFunction(node) && call !== undefined && bare(node.body as ts.Expression) === call

/** A module that waits at its top level already. */
export const waitsAtTop = (file: ts.SourceFile): boolean => {
  const waits = (node: ts.Node): boolean =>
    compiler.isAwaitExpression(node) ||
    (!compiler.isFunctionLike(node) && (compiler.forEachChild(node, waits) ?? false))
  return waits(file)
}
