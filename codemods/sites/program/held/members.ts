import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import { startOf } from '../frames/given-back.ts'
import { isSaidByCaller } from '../frames/left-open.ts'
import type { Source, Tracing } from '../frames/source.ts'
import { requiredModule } from '../outside/outside.ts'
import { assignedMembers, givenTo } from '../set/assigned.ts'
import { assignedBelow } from '../set/assigned-below.ts'
import { fillsIn } from '../set/fills-in.ts'
import { saidAlike } from '../syntax/alike.ts'
import { bare, dressed, nameOf, nothing, returnsOf } from '../syntax/nodes.ts'
import { reached } from '../ways/taken.ts'
import { commandOption } from './command-options.ts'
import { handedFor } from './handed.ts'
import { holderOf, parentOf, thisHolders } from './holders.ts'
import { mayLack, saysSurely } from './may-lack.ts'
import { findMember, type MemberHolder } from './member.ts'
import { assignedIn } from './names.ts'
import { membersOfRest } from './rest-of.ts'
import { restPattern } from './rest-pattern.ts'

/** What `object.name` may evaluate to. */
export const members = (
  t: Tracing,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
): Source[] => {
  const rest = restPattern(t.checker, object)
  const set = reached(t, assignedMembers(t.checker, object, name), scope, object)
  if (rest)
    return [
      ...(set.isSure ? [] : membersOfRest(t, rest, object, name, scope)),
      ...set.values.flatMap((value) => t.sources(value, scope)),
    ]
  const guesses = t.guesses()
  const roots = t.sources(object, scope)
  const handed = handedFor(t, object, scope)
  const inside = (): Source[] =>
    handed
      ? t.members(handed.name, name, handed.scope)
      : roots.flatMap((source) => ofRoot(t, source, object, name))
  const own = set.isSure ? [] : inside()
  const anyway = set.values.filter(isSetAnyway)
  const isSaid =
    anyway.length < set.values.length &&
    own.every(isText) &&
    t.guesses() === guesses &&
    roots.every((one) => saysAlways(t, one, name))
  const values = isSaid ? anyway : set.values
  const found = [
    ...own,
    ...values.flatMap((value) => t.sources(value, scope)),
    ...givenTo(t.checker, object).flatMap((one) =>
      compiler.isObjectLiteralExpression(bare(one)) ? [] : t.members(one, name, scope),
    ),
  ]
  if (found.length > 0) return [...found, ...leftOpen(t, roots, name, { node: object, scope })]
  return isSeenWithout(t, object, name, scope) ? found : bySymbol(t, object, name, scope)
}

const saysAlways = (t: Tracing, { node, scope }: Source, name: string): boolean =>
  compiler.isObjectLiteralExpression(node) && !mayLack(t, node, name, scope)

const isText = ({ node }: Source): boolean => compiler.isStringLiteralLike(node) && node.text !== ''

/** `o.method = 'GET'`, and not `o.method ??= 'GET'`, which leaves what is there. */
const isSetAnyway = (value: ts.Expression): boolean => !fillsIn(value)

/** What callers may say in the place of what is found. */
const leftOpen = (t: Tracing, roots: readonly Source[], name: string, at: Source): Source[] =>
  roots
    .filter((one) => isSaidByCaller(t, one, name))
    .map(({ parameter }) => ({ ...at, ...(parameter ? { parameter } : {}) }))

/**
 * Whether a literal, or a choice of such, is all there to see and does not say a member: of what is spread in on a
 * condition that is known, the type says what the other side would have been.
 */
const isSeenWithout = (
  t: Tracing,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
  depth = 0,
): boolean => {
  const node = bare(object)
  if (
    !compiler.isObjectLiteralExpression(node) &&
    !compiler.isConditionalExpression(node) &&
    !compiler.isBinaryExpression(node)
  )
    return false
  return t
    .sources(node, scope)
    .every(
      (one) =>
        one.node === nothing ||
        (depth < MOST_PARENTS &&
          compiler.isObjectLiteralExpression(one.node) &&
          one.node.properties.every((property) =>
            compiler.isSpreadAssignment(property)
              ? isSeenWithout(t, property.expression, name, one.scope, depth + 1)
              : nameOf(property.name) !== name,
          )),
    )
}

const bySymbol = (t: Tracing, object: ts.Expression, name: string, scope: Scope | undefined): Source[] => {
  const declarations = t.checker.getTypeAtLocation(object).getProperty(name)?.declarations ?? []
  return declarations
    .flatMap((one) => saidAlike(t, one, object, name) ?? [one])
    .flatMap((declaration) => memberValue(t, declaration, scope))
}

const memberValue = (t: Tracing, declaration: ts.Node, scope: Scope | undefined): Source[] => {
  if (declaration.getSourceFile().isDeclarationFile) return []
  if (compiler.isPropertyAssignment(declaration)) return t.sources(declaration.initializer, scope)
  if (compiler.isShorthandPropertyAssignment(declaration)) return t.sources(declaration.name, scope)
  if (compiler.isPropertyDeclaration(declaration) && compiler.isClassLike(declaration.parent))
    return membersOf(t, { node: declaration.parent, scope }, nameOf(declaration.name) ?? '')
  if (compiler.isGetAccessorDeclaration(declaration))
    return returnsOf(declaration).flatMap((one) => t.sources(one, scope))
  if (compiler.isMethodDeclaration(declaration)) return declaration.body ? [{ node: declaration, scope }] : []
  if (compiler.isParameter(declaration)) return t.bound(declaration.name as ts.Identifier, declaration, scope)
  if (compiler.isEnumMember(declaration) && declaration.initializer)
    return t.sources(declaration.initializer, scope)
  // `exports.call = …`, behind the name that holds the whole module
  const assigned = compiler.isPropertyAccessExpression(declaration) ? assignedIn(declaration) : undefined
  return assigned ? t.sources(assigned, undefined) : []
}

/** What was assigned in a file to a name of its own counts for itself there. */
const ofRoot = (t: Tracing, source: Source, object: ts.Expression, name: string): Source[] =>
  source.node.getSourceFile() === object.getSourceFile()
    ? madeMembers(t, source, name)
    : membersOf(t, source, name)

/** What the member of a traced value may be. */
export const membersOf = (t: Tracing, source: Source, name: string): Source[] => {
  const owner = moduleName(source.node)
  const later = [
    ...(owner ? assignedMembers(t.checker, owner, name) : []),
    ...assignedBelow(source.node, name),
  ]
  const set = later.length > 0 && !t.isDeep() ? reached(t, later, undefined) : undefined
  return [
    ...(set?.isSure ? [] : madeMembers(t, source, name)),
    ...(set?.values.flatMap((value) => t.sources(value, undefined)) ?? []),
  ]
}

/** The name that a module keeps an object by: `if (env.API) urls.API = env.API` goes with it wherever it is imported. */
const moduleName = (node: ts.Node): ts.Identifier | undefined => {
  if (!compiler.isObjectLiteralExpression(node)) return undefined
  const { parent } = dressed(node)
  const isKept = compiler.isVariableDeclaration(parent) && compiler.isSourceFile(parent.parent.parent.parent)
  return isKept && compiler.isIdentifier(parent.name) ? parent.name : undefined
}

const madeMembers = (t: Tracing, source: Source, name: string): Source[] => {
  if (source.external) return [{ ...source, external: { ...source.external, name } }]
  const held =
    name === 'current' && compiler.isExpression(source.node)
      ? startOf(t, source.node, 'reference', source.scope)
      : undefined
  if (held) return held
  const rest = compiler.isIdentifier(source.node) ? restPattern(t.checker, source.node) : undefined
  if (rest) return membersOfRest(t, rest, source.node as ts.Identifier, name, source.scope)
  const isOwn = source.node.kind === compiler.SyntaxKind.ThisKeyword
  const holders = isOwn ? thisHolders(t, source.node, source.scope) : [holderOf(t, source) ?? []].flat()
  const [holder] = holders
  if (!holder) return commandOption(t, source, name) ?? exported(t, source, name)
  const found = holders.flatMap((one) => inHolder(t, one, name, 0))
  if (!isOwn) return found
  // What a class leaves to its subclasses is any of theirs, and what they say anew may be meant as well.
  const saying = t
    .subclasses(holder.node)
    .map((node): MemberHolder => ({ node, scope: undefined }))
    .filter((one) => found.length === 0 || findMember(one, name).length > 0)
  return [...found, ...saying.flatMap((one) => inHolder(t, one, name, 0))]
}

const MOST_PARENTS = 6

const inHolder = (t: Tracing, holder: MemberHolder, name: string, depth: number): Source[] => {
  const own = findMember(holder, name)
  if (own.length === 0) {
    const parent = depth < MOST_PARENTS ? parentOf(t, holder) : undefined
    return parent ? inHolder(t, parent, name, depth + 1) : []
  }
  const found: Source[] = []
  const open: Source[] = []
  for (const member of own) {
    if ('spread' in member) {
      const spread = t.members(member.spread, name, holder.scope)
      found.push(...spread)
      if (spread.length === 0)
        open.push(
          ...leftOpen(t, t.sources(member.spread, holder.scope), name, {
            node: member.spread,
            scope: holder.scope,
          }),
        )
      if (spread.length > 0 && saysSurely(t, member.spread, name, holder.scope)) break
    } else if ('value' in member) found.push(...t.sources(member.value, holder.scope))
    else found.push(...memberValue(t, member.declaration, holder.scope))
  }
  return [...found, ...open]
}

const exported = (t: Tracing, source: Source, name: string): Source[] => {
  const found = exportOf(t.checker, source.node, name)
  const target = found && found.flags & compiler.SymbolFlags.Alias ? t.checker.getAliasedSymbol(found) : found
  return (target?.declarations ?? []).flatMap((one) =>
    t.declared(compiler.factory.createIdentifier(name), one, undefined),
  )
}

/** What a file, or what `require('./x')` gives, exports under a name: by itself, or as a member of `module.exports = { … }`. */
const exportOf = (checker: ts.TypeChecker, node: ts.Node, name: string): ts.Symbol | undefined => {
  const module = moduleOf(checker, node)
  const found = module && checker.getExportsOfModule(module).find((one) => one.name === name)
  const whole = module?.exports?.get(compiler.InternalSymbolName.ExportEquals)
  return found ?? (whole && checker.getTypeOfSymbol(whole).getProperty(name))
}

const moduleOf = (checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined => {
  if (compiler.isSourceFile(node)) return checker.getSymbolAtLocation(node)
  const isRequired = compiler.isCallExpression(node) && requiredModule(node) !== undefined
  return isRequired ? checker.getSymbolAtLocation(node.arguments[0] as ts.Node) : undefined
}
