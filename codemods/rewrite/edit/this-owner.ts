import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'

/** What `this` is at a place: an object of a class, the class itself, an object literal, or what a function is called on. */
export interface ThisOwner {
  readonly owner: ts.Node
  readonly isStatic: boolean
}

/** Whose `this` a place says. */
export const thisOwner = (place: ts.Node): ThisOwner => {
  let at = place
  while (!compiler.isSourceFile(at) && !isThisMaker(at.parent)) at = at.parent
  const maker = compiler.isSourceFile(at) ? at : at.parent
  return { owner: ownerOf(maker), isStatic: isStatic(maker) }
}

/** Whether two places say the same `this`, as far as it is that of one object. */
export const isSameThis = (one: ts.Node, other: ts.Node): boolean => {
  const [first, second] = [thisOwner(one), thisOwner(other)]
  return first.owner === second.owner && first.isStatic === second.isStatic
}

/** The class or the object that a function is a method of; the function itself where it is none. */
export const ownerOf = (maker: ts.Node): ts.Node => {
  const { parent } = maker
  const isValue = compiler.isFunctionExpression(maker) || compiler.isArrowFunction(maker)
  if (isValue && compiler.isPropertyDeclaration(parent)) return parent.parent
  if (compiler.isFunctionExpression(maker) && compiler.isPropertyAssignment(parent)) return parent.parent
  const isMember = compiler.isClassElement(maker) || compiler.isMethodDeclaration(maker)
  return isMember || compiler.isAccessor(maker) ? parent : maker
}

const isThisMaker = (node: ts.Node): boolean =>
  (compiler.isFunctionLike(node) && !compiler.isArrowFunction(node)) ||
  compiler.isPropertyDeclaration(node) ||
  compiler.isClassStaticBlockDeclaration(node) ||
  compiler.isSourceFile(node)

const isStatic = (maker: ts.Node): boolean => {
  const member = compiler.isFunctionExpression(maker) ? maker.parent : maker
  if (compiler.isClassStaticBlockDeclaration(member)) return true
  const modifiers = compiler.canHaveModifiers(member) ? compiler.getModifiers(member) : undefined
  return (modifiers ?? []).some(({ kind }) => kind === compiler.SyntaxKind.StaticKeyword)
}
