import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isWritten } from '../../../sites/answers/uses/uses-follow.ts'
import { identifiersNamed } from '../../../sites/program/names/names-used.ts'
import { declarationOf, symbolBehind } from '../../../sites/program/names/symbol.ts'
import { bare, classAround, isConst, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Member, madeIn, setLater } from './set-later.ts'

/**
 * What is sent where nothing else is said: `48` of `ram ?? 48`, of a constant that is made so, of a name that is declared as
 * `ram = 48` or set by `ram ??= 48`, of a class's field, of a member of an object that stands in the program, and of an enum's.
 */
export const defaultOf = (trace: Trace, node: ts.Expression, names = 0): ts.Expression | undefined => {
  if (names >= MOST_NAMES) return undefined
  const next = (value: ts.Expression): ts.Expression => defaultOf(trace, value, names + 1) ?? value
  if (isOperation(node, '??', '||')) return defaultOf(trace, bare(node.left), names) ?? next(bare(node.right))
  if (compiler.isPropertyAccessExpression(node)) return ofMember(trace, node, next)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  if (!declared || !hasValue(declared)) return undefined
  const value = declared.initializer && bare(declared.initializer)
  if (compiler.isVariableDeclaration(declared) && isConst(declared))
    return value && defaultOf(trace, value, names + 1)
  return setLater(node, declared, value, next)
}

const MOST_NAMES = 4

/** Where a name is declared that may be given a value there. */
const hasValue = (
  node: ts.Declaration,
): node is ts.ParameterDeclaration | ts.BindingElement | ts.VariableDeclaration =>
  compiler.isParameter(node) || compiler.isBindingElement(node) || compiler.isVariableDeclaration(node)

type Next = (value: ts.Expression) => ts.Expression

const ofMember = (trace: Trace, node: ts.PropertyAccessExpression, next: Next): ts.Expression | undefined => {
  const owner = bare(node.expression)
  if (owner.kind === compiler.SyntaxKind.ThisKeyword) return ofField(trace, node, next)
  const declared = compiler.isIdentifier(owner) ? symbolBehind(trace, owner)?.valueDeclaration : undefined
  if (!declared || !compiler.isIdentifier(owner)) return undefined
  if (compiler.isParameter(declared)) return setLater(node, declared, undefined, next)
  if (compiler.isEnumDeclaration(declared))
    return declared.members.find((one) => nameOf(one.name) === node.name.text)?.initializer
  if (!compiler.isVariableDeclaration(declared) || !isConst(declared)) return undefined
  const made = declared.initializer && bare(declared.initializer)
  if (!made || !compiler.isObjectLiteralExpression(made) || !isOnlyRead(trace, owner)) return undefined
  const said = made.properties.findLast((one) => nameOf(one.name) === node.name.text)
  return said && compiler.isPropertyAssignment(said) ? next(bare(said.initializer)) : undefined
}

/** Whether of an object nothing but its members is taken, anywhere in the program, and none is set. */
const isOnlyRead = (trace: Trace, owner: ts.Identifier): boolean => {
  const symbol = symbolBehind(trace, owner)
  const isRead = ({ parent }: ts.Identifier): boolean => {
    if (compiler.isPropertyAccessExpression(parent)) return !isWritten(parent)
    return (
      compiler.isVariableDeclaration(parent) ||
      compiler.isImportSpecifier(parent) ||
      compiler.isExportSpecifier(parent) ||
      compiler.isSpreadAssignment(parent)
    )
  }
  return trace.files
    .flatMap((file) => identifiersNamed(file, owner.text))
    .every((one) => symbolBehind(trace, one) !== symbol || isRead(one))
}

/** `this.ram`, of a class that nobody extends, and whose field nobody sets from outside. */
const ofField = (trace: Trace, node: ts.PropertyAccessExpression, next: Next): ts.Expression | undefined => {
  const owner = classAround(node)
  const field = trace.checker.getSymbolAtLocation(node.name)?.valueDeclaration as Member | undefined
  const isOwn = owner && field && (field.parent === owner || field.parent.parent === owner)
  if (!isOwn || isExtended(trace, owner)) return undefined
  const isSetOutside = trace.files
    .flatMap((file) => identifiersNamed(file, node.name.text))
    .some(
      ({ parent }) =>
        compiler.isPropertyAccessExpression(parent) &&
        parent.expression.kind !== compiler.SyntaxKind.ThisKeyword &&
        isWritten(parent) &&
        trace.checker.getSymbolAtLocation(parent.name)?.valueDeclaration === field,
    )
  return isSetOutside ? undefined : madeIn(owner, field, node, next)
}

const isExtended = (trace: Trace, { name }: ts.ClassLikeDeclaration): boolean =>
  name === undefined ||
  trace.files
    .flatMap((file) => identifiersNamed(file, name.text))
    .some(({ parent }) => compiler.isExpressionWithTypeArguments(parent))
