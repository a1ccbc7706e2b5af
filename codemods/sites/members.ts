import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { assignedMembers } from './assigned.ts'
import { constructorOf, findMember, type MemberHolder } from './member.ts'
import { nameOf, returnsOf, type Scope } from './scope.ts'
import type { Source, Tracing } from './source.ts'

/** What `object.name` may evaluate to. */
export const members = (
  t: Tracing,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
): Source[] => {
  if (t.isDeep()) return []
  const found = [
    ...t.sources(object, scope).flatMap((source) => membersOf(t, source, name)),
    ...assignedMembers(t.checker, object, name).flatMap((value) => t.sources(value, scope)),
  ]
  if (found.length > 0) return found
  return bySymbol(t, object, name, scope)
}

const bySymbol = (t: Tracing, object: ts.Expression, name: string, scope: Scope | undefined): Source[] => {
  const declarations = t.checker.getTypeAtLocation(object).getProperty(name)?.declarations ?? []
  return declarations.flatMap((declaration) => memberValue(t, declaration, scope))
}

const memberValue = (t: Tracing, declaration: ts.Node, scope: Scope | undefined): Source[] => {
  if (declaration.getSourceFile().isDeclarationFile) return []
  if (compiler.isPropertyAssignment(declaration)) return t.sources(declaration.initializer, scope)
  if (compiler.isShorthandPropertyAssignment(declaration)) return t.named(declaration.name, scope)
  if (compiler.isPropertyDeclaration(declaration) && compiler.isClassLike(declaration.parent))
    return membersOf(t, { node: declaration.parent, scope }, nameOf(declaration.name) ?? '')
  if (compiler.isGetAccessorDeclaration(declaration))
    return returnsOf(declaration).flatMap((one) => t.sources(one, scope))
  if (compiler.isMethodDeclaration(declaration)) return [{ node: declaration, scope }]
  if (compiler.isParameter(declaration)) return t.bound(declaration.name as ts.Identifier, declaration, scope)
  if (compiler.isEnumMember(declaration) && declaration.initializer)
    return t.sources(declaration.initializer, scope)
  return []
}

/** What the member of a traced value may be. */
export const membersOf = (t: Tracing, source: Source, name: string): Source[] => {
  if (source.external) return [{ ...source, external: { ...source.external, name } }]
  const holder = holderOf(t, source)
  if (!holder) return exported(t, source, name)
  return findMember(holder, name).flatMap((member) => {
    if ('spread' in member) return members(t, member.spread, name, holder.scope)
    if ('value' in member) return t.sources(member.value, holder.scope)
    return memberValue(t, member.declaration, holder.scope)
  })
}

/** The object literal or class whose members a value has. */
const holderOf = (t: Tracing, source: Source): MemberHolder | undefined => {
  const { node, scope } = source
  if (
    compiler.isObjectLiteralExpression(node) ||
    compiler.isEnumDeclaration(node) ||
    compiler.isClassLike(node)
  )
    return { node, scope }
  if (compiler.isNewExpression(node)) {
    const owner = t.sources(node.expression, scope).find((one) => compiler.isClassLike(one.node))?.node
    if (!owner || !compiler.isClassLike(owner)) return undefined
    const callee = constructorOf(owner)
    return { node: owner, scope: callee ? { callee, call: node, outer: scope } : scope }
  }
  if (node.kind === compiler.SyntaxKind.ThisKeyword) return thisHolder(node, scope)
  return compiler.isCallExpression(node) ? wrappedLiteral(t, node, scope) : undefined
}

const thisHolder = (node: ts.Node, scope: Scope | undefined): MemberHolder | undefined => {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (compiler.isClassLike(at)) return { node: at, scope }
    if (compiler.isObjectLiteralExpression(at) && !compiler.isArrowFunction(node)) return { node: at, scope }
  }
  return undefined
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

const exported = (t: Tracing, source: Source, name: string): Source[] => {
  if (compiler.isSourceFile(source.node)) {
    const symbol = t.checker.getSymbolAtLocation(source.node)
    const found = symbol && t.checker.getExportsOfModule(symbol).find((one) => one.name === name)
    const target =
      found && found.flags & compiler.SymbolFlags.Alias ? t.checker.getAliasedSymbol(found) : found
    return (target?.declarations ?? []).flatMap((one) =>
      t.declared(compiler.factory.createIdentifier(name), one, undefined),
    )
  }
  return []
}
