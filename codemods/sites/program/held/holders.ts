import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { frameOf, type Scope } from '../frames/frames.ts'
import type { Source, Tracing } from '../frames/source.ts'
import { bare, functionsAround, walk } from '../syntax/nodes.ts'
import { constructorOf, type MemberHolder, saysMembers } from './member.ts'
import { isPrototypeClass, prototypeAround } from './prototypes.ts'

/** The object literal or class whose members a value has. */
export const holderOf = (t: Tracing, source: Source): MemberHolder | undefined => {
  const { node, scope } = source
  if (saysMembers(node) || compiler.isEnumDeclaration(node) || compiler.isClassLike(node))
    return { node, scope }
  if (compiler.isNewExpression(node)) {
    const made = t.sources(node.expression, scope).map((one) => one.node)
    const [callee] = made.filter(isPrototypeClass)
    if (callee) return { node: callee, scope: { callee, call: node, outer: scope } }
    const owner = made.find(compiler.isClassLike)
    if (!owner) return undefined
    const maker = constructorOf(owner) ?? inheritedConstructor(t, owner, scope)
    return { node: owner, scope: maker ? { callee: maker, call: node, outer: scope } : scope }
  }
  if (node.kind === compiler.SyntaxKind.ThisKeyword) return thisHolder(t, node, scope)
  const made = checkedData(t, source) ?? source
  return compiler.isCallExpression(made.node) ? wrappedLiteral(t, made.node, made.scope) : undefined
}

/** `parsed.data` of `const parsed = Schema.safeParse(…)`: what the schema made. */
const checkedData = (t: Tracing, { node, scope }: Source): Source | undefined => {
  if (!compiler.isPropertyAccessExpression(node) || node.name.text !== 'data' || t.isDeep()) return undefined
  return t
    .sources(node.expression, scope)
    .find((one) => compiler.isCallExpression(one.node) && /\.safeParse$/.test(one.node.expression.getText()))
}

/** A class without a constructor of its own is made by its parent's. */
const inheritedConstructor = (
  t: Tracing,
  owner: ts.ClassLikeDeclaration,
  scope: Scope | undefined,
): ts.ConstructorDeclaration | undefined => {
  const parent = parentClass(t, owner, scope)
  return parent && constructorOf(parent)
}

/**
 * What `this` may be: whatever the method around it is called on, on the way to the sink, where all of that is made in
 * sight; else the class or object whose method it stands in.
 */
export const thisHolders = (t: Tracing, node: ts.Node, scope: Scope | undefined): MemberHolder[] => {
  const called = receiversOf(t, node, scope)
  const own = called.length > 0 ? undefined : ownHolder(node, scope)
  return own ? [own] : called
}

const thisHolder = (t: Tracing, node: ts.Node, scope: Scope | undefined): MemberHolder | undefined => {
  const [only, ...others] = thisHolders(t, node, scope)
  return others.length > 0 ? ownHolder(node, scope) : only
}

const ownHolder = (node: ts.Node, scope: Scope | undefined): MemberHolder | undefined => {
  const owner = prototypeAround(node)
  if (owner) return { node: owner, scope }
  // `{ headers: this.headers }`: only a literal's own methods mean the literal.
  let isMethod = false
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (compiler.isClassLike(at) || (isMethod && compiler.isObjectLiteralExpression(at)))
      return { node: at, scope }
    if (compiler.isFunctionLike(at) && !compiler.isArrowFunction(at)) isMethod = true
  }
  return undefined
}

/** All that the method around a `this` is called on, where the way to the sink leads through it. */
const receiversOf = (t: Tracing, node: ts.Node, scope: Scope | undefined): MemberHolder[] => {
  const method = functionsAround(node).find((one) => !compiler.isArrowFunction(one))
  const frame = method && frameOf(scope, method)
  const callee = frame && bare(frame.call.expression)
  if (!frame || !callee || !compiler.isPropertyAccessExpression(callee) || t.isDeep()) return []
  const object = bare(callee.expression)
  if (object.kind === compiler.SyntaxKind.ThisKeyword || object.kind === compiler.SyntaxKind.SuperKeyword)
    return thisHolders(t, object, frame.outer)
  const holders = t.sources(object, frame.outer).map((one) => holderOf(t, one))
  const isMade = (one: MemberHolder | undefined): one is MemberHolder =>
    one !== undefined && (compiler.isClassLike(one.node) || isPrototypeClass(one.node))
  return holders.length <= MOST_RECEIVERS && holders.every(isMade) ? holders : []
}

/** More objects than these, and what they share is not asked of each. */
const MOST_RECEIVERS = 6

/** What a class says that it extends. */
export const extended = ({ heritageClauses }: ts.ClassLikeDeclaration): ts.Expression | undefined =>
  heritageClauses?.find(({ token }) => token === compiler.SyntaxKind.ExtendsKeyword)?.types[0]?.expression

/** The class that a class extends. */
export const parentClass = (
  t: Tracing,
  node: ts.ClassLikeDeclaration,
  scope: Scope | undefined,
): ts.ClassLikeDeclaration | undefined => {
  const parent = extended(node)
  const found = parent && t.sources(parent, scope).find((one) => compiler.isClassLike(one.node))?.node
  return found && compiler.isClassLike(found) && found !== node ? found : undefined
}

/** Where a class inherits its members from: its parent, made by the class's `super(…)` or, without one, by its `new`. */
export const parentOf = (t: Tracing, { node, scope }: MemberHolder): MemberHolder | undefined => {
  if (!compiler.isClassLike(node)) return undefined
  const parent = parentClass(t, node, scope)
  const callee = parent && constructorOf(parent)
  if (!parent || !callee) return parent && { node: parent, scope }
  const own = constructorOf(node)
  const call = own ? superCall(own) : undefined
  return { node: parent, scope: call ? { callee, call, outer: scope } : scope }
}

const superCall = (node: ts.ConstructorDeclaration): ts.CallExpression | undefined => {
  let found: ts.CallExpression | undefined
  walk(node, (inner) => {
    if (compiler.isCallExpression(inner) && inner.expression.kind === compiler.SyntaxKind.SuperKeyword)
      found = inner
    return found === undefined
  })
  return found
}

/** `Object.freeze({…})`, and the schema whose `.parse(…)` made the value: its defaults are its members. */
const wrappedLiteral = (
  t: Tracing,
  node: ts.CallExpression,
  scope: Scope | undefined,
): MemberHolder | undefined => {
  const callee = node.expression
  if (!compiler.isPropertyAccessExpression(callee)) return undefined
  const first = node.arguments[0]
  if (callee.name.text === 'freeze' || callee.name.text === 'object') {
    const literal = first ? t.sources(first, scope)[0] : undefined
    return literal && compiler.isObjectLiteralExpression(literal.node)
      ? { node: literal.node, scope }
      : undefined
  }
  if (!/^(parse|safeParse|parseAsync|passthrough|strict|extend|merge)$/.test(callee.name.text))
    return undefined
  const schema = t.sources(callee.expression, scope)[0]
  return schema && compiler.isCallExpression(schema.node)
    ? wrappedLiteral(t, schema.node, schema.scope)
    : undefined
}
