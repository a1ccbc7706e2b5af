import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { At } from '../../sites/body.ts'
import type { Scope } from '../../sites/program/frames/frames.ts'
import { bare, isInside } from '../../sites/program/syntax/nodes.ts'
import { isSameThis, ownerOf, thisOwner } from './this-owner.ts'

/** How the object is said at a place that a method on the way is called on. */
export interface OwnerSaying {
  readonly place: ts.Node
  readonly say: (at: At) => string | undefined
  /** The calls on the way to the sink, for what was made before them: in a constructor, in a field. */
  readonly way?: Scope | undefined
}

/**
 * `this` of a method on the way to the sink, as another place says the same object: what the method is called on.
 * @returns undefined where that place knows no name for it, or may not read what is read of it
 */
export const thisSaid = (
  node: ts.Node,
  scope: Scope | undefined,
  saying: OwnerSaying,
): string | undefined => {
  if (node.kind !== compiler.SyntaxKind.ThisKeyword) return undefined
  const text = objectSaid(node, scope, saying)
  const hidden = hiding(node, saying.place)
  return hidden === undefined || (hidden === PROTECTED && text === 'this') ? text : undefined
}

/** The same of the object whose `this` would be said at a node. */
export const objectSaid = (
  node: ts.Node,
  scope: Scope | undefined,
  saying: OwnerSaying,
): string | undefined => {
  const { owner } = thisOwner(node)
  const frame = frameOn(owner, scope) ?? frameOn(owner, saying.way)
  if (!frame) return isSameThis(node, saying.place) ? 'this' : undefined
  const object = calledOn(frame)
  if (!object) return undefined
  const { place, say } = saying
  if (isThis(object)) return objectSaid(object, frame.outer, { place, say })
  const text = say({ node: object, scope: frame.outer })
  return text !== undefined && NAMED.test(text) ? text : undefined
}

/** What is made anew is another object. */
const NAMED = /^[\w$]+(\.[\w$]+)*$/

/** The nearest call on the way of a method of an object. */
const frameOn = (owner: ts.Node, scope: Scope | undefined): Scope | undefined => {
  for (let frame = scope; frame; frame = frame.outer) {
    const { callee } = frame
    if (ownerOf(callee) === owner && !compiler.isConstructorDeclaration(callee)) return frame
  }
  return undefined
}

/** `client` of `client.stop(…)`, where that is a name or a member of one. */
const calledOn = ({ callee, call }: Scope): ts.Expression | undefined => {
  const called = bare(call.expression)
  if (!compiler.isPropertyAccessExpression(called)) return undefined
  const { name: named } = compiler.isPropertyDeclaration(callee.parent) ? callee.parent : callee
  const isIts = named === undefined || named.getText() === called.name.text
  const object = bare(called.expression)
  return isIts && isNamed(object) ? object : undefined
}

const isThis = ({ kind }: ts.Node): boolean =>
  kind === compiler.SyntaxKind.ThisKeyword || kind === compiler.SyntaxKind.SuperKeyword

/** `client`, `this.client.pods`: an object by its name. */
export const isNamed = (node: ts.Expression): boolean =>
  compiler.isIdentifier(node) ||
  isThis(node) ||
  (compiler.isPropertyAccessExpression(node) && isNamed(bare(node.expression)))

const { PrivateKeyword: PRIVATE, ProtectedKeyword: PROTECTED } = compiler.SyntaxKind

/** What keeps a place from reading what is read of `this`. */
const hiding = (node: ts.Node, place: ts.Node): ts.SyntaxKind | undefined => {
  const { owner } = thisOwner(node)
  const { parent: read } = node
  if (!compiler.isClassLike(owner) || isInside(place, owner) || !compiler.isPropertyAccessExpression(read))
    return undefined
  if (compiler.isPrivateIdentifier(read.name)) return PRIVATE
  const fields = owner.members.flatMap((one): ts.Node[] =>
    compiler.isConstructorDeclaration(one) ? [...one.parameters] : [one],
  )
  const field = fields.find(
    (one) => 'name' in one && (one.name as ts.Node | undefined)?.getText() === read.name.text,
  )
  const modifiers = field && compiler.canHaveModifiers(field) ? compiler.getModifiers(field) : undefined
  return modifiers?.map(({ kind }) => kind).find((kind) => kind === PRIVATE || kind === PROTECTED)
}
