import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Asking, Source } from '../frames/source.ts'
import { settingsIn } from '../set/assigned.ts'
import { accessed } from '../syntax/access.ts'
import { bare, dressed, isOperation, nameOf, nothing } from '../syntax/nodes.ts'
import { type PrototypeClass, prototypeValues } from './prototypes.ts'

/** A node that has members, with the frame to read them in. */
export interface MemberHolder {
  readonly node:
    | ts.ObjectLiteralExpression
    | ts.CallExpression
    | ts.EnumDeclaration
    | ts.ClassLikeDeclaration
    | PrototypeClass
  readonly scope: Scope | undefined
}

/** A member's value, the declaration that makes it, or a spread that may hold it. */
export type Member =
  | { readonly value: ts.Expression }
  | { readonly declaration: ts.Declaration }
  | { readonly spread: ts.Expression }

/** The constructor of a class that has a body. */
export const constructorOf = (owner: ts.ClassLikeDeclaration): ts.ConstructorDeclaration | undefined =>
  owner.members.find(
    (one): one is ts.ConstructorDeclaration =>
      compiler.isConstructorDeclaration(one) && one.body !== undefined,
  )

/** Finds a member by name: the last word of an object literal, or a class's field, getter, method or parameter. */
export const findMember = ({ node }: MemberHolder, name: string): readonly Member[] => {
  if (compiler.isObjectLiteralExpression(node)) return inLiteral(node, name)
  if (compiler.isCallExpression(node)) return inAssigned(node, name)
  if (compiler.isEnumDeclaration(node)) {
    const member = node.members.find((one) => nameOf(one.name) === name)
    return member?.initializer ? [{ value: member.initializer }] : []
  }
  if (compiler.isClassLike(node)) return inClass(node, name)
  const set = assignedTo(node, name)
  return set.length > 0 ? set : prototypeValues(node, name).map((value) => ({ value }))
}

const inLiteral = (node: ts.ObjectLiteralExpression, name: string): Member[] => {
  const found: Member[] = []
  for (const property of [...node.properties].reverse()) {
    if (compiler.isSpreadAssignment(property)) {
      found.push({ spread: property.expression })
      continue
    }
    if (nameOf(property.name) !== name) continue
    if (compiler.isPropertyAssignment(property)) found.push({ value: property.initializer })
    else found.push({ declaration: property })
    break
  }
  return found
}

/** Whether an object says its members: a literal, or `Object.assign({}, options, { … })`, which is one that is made of others. */
export const saysMembers = (node: ts.Node): node is ts.ObjectLiteralExpression | ts.CallExpression =>
  compiler.isObjectLiteralExpression(node) || isAssigned(node)

/** `Object.assign(…)` */
export const isAssigned = (node: ts.Node): node is ts.CallExpression =>
  compiler.isCallExpression(node) && node.expression.getText() === 'Object.assign'

/** What is put into an object by a spread, or assigned to it. */
export const partsOf = (node: ts.ObjectLiteralExpression | ts.CallExpression): readonly ts.Expression[] =>
  compiler.isCallExpression(node)
    ? partsAssigned(node)
    : node.properties.filter(compiler.isSpreadAssignment).map(({ expression }) => expression)

/** What an object is made of by `Object.assign(…)`, in its order. */
const partsAssigned = ({ arguments: given }: ts.CallExpression): ts.Expression[] =>
  given.map((part) => bare(compiler.isSpreadElement(part) ? part.expression : part))

/** The parts that may give it a member: behind the last literal that says it, what stood before does not count. */
export const assignedBehind = (node: ts.CallExpression, name: string): ts.Expression[] => {
  const parts = partsAssigned(node)
  const said = parts.findLastIndex(
    (one) =>
      compiler.isObjectLiteralExpression(one) && inLiteral(one, name).some((found) => !('spread' in found)),
  )
  return parts.slice(Math.max(said, 0))
}

const inAssigned = (node: ts.CallExpression, name: string): Member[] => {
  const found: Member[] = []
  for (const part of partsAssigned(node).reverse()) {
    const said: readonly Member[] = compiler.isObjectLiteralExpression(part)
      ? inLiteral(part, name)
      : [{ spread: part }]
    found.push(...said)
    if (said.some((one) => !('spread' in one))) break
  }
  return found
}

const inClass = (owner: ts.ClassLikeDeclaration, name: string): Member[] => {
  const found: Member[] = []
  for (const member of owner.members) {
    if (!member.name || memberName(member.name) !== name) continue
    if (compiler.isPropertyDeclaration(member)) {
      if (member.initializer) found.push({ value: member.initializer })
    } else found.push({ declaration: member })
  }
  const parameter = constructorOf(owner)?.parameters.find((one) => isField(one) && nameOf(one.name) === name)
  if (parameter) found.push({ declaration: parameter })
  if (found.length === 0 || !found.some((one) => 'declaration' in one)) found.push(...assigned(owner, name))
  return found
}

const memberName = (name: ts.PropertyName): string | undefined =>
  compiler.isPrivateIdentifier(name) ? name.text : nameOf(name)

const isField = (parameter: ts.ParameterDeclaration): boolean =>
  (compiler.getModifiers(parameter) ?? []).length > 0

/**
 * `this.name = value` in the constructor, or where nothing else sets it, in the methods that set it when it is asked for, also as
 * `Client.name = value`.
 */
const assigned = (owner: ts.ClassLikeDeclaration, name: string): readonly Member[] => {
  const body = constructorOf(owner)?.body
  const made = body ? assignedTo(body, name) : []
  if (made.length > 0) return made
  const own = owner.name ? [name, `${owner.name.text}.${name}`] : [name]
  return owner.members.flatMap((member) => own.flatMap((one) => assignedTo(member, one)))
}

/** What nodes set of `this`, by name. Files never change while a run lasts, and each member is asked for. */
const byName = once((within: ts.Node) => groupBy(settingsIn(within), ({ left }) => ownName(left)))

/** `name` of `this.name`; of `Client.name`, which a class sets of itself, both. */
const ownName = (left: ts.Expression): string | undefined => {
  const set = accessed(left)
  if (set?.name === undefined || set.of.kind === compiler.SyntaxKind.ThisKeyword) return set?.name
  return compiler.isIdentifier(set.of) ? `${set.of.text}.${set.name}` : undefined
}

/** `this.name = value` and `this.name ??= value` within a node. */
const assignedTo = (within: ts.Node, name: string): readonly Member[] =>
  (byName(within).get(name) ?? []).map(({ right }) => ({ value: right }))

const MOST_SPREADS = 4

/** Whether objects are all there to see, with what is spread into them, and have no such member. */
export const isWithout = (
  t: Pick<Asking, 'sources'>,
  roots: readonly Source[],
  name: string,
  depth = 0,
): boolean =>
  roots.every(
    ({ node, scope }) =>
      node === nothing ||
      (compiler.isObjectLiteralExpression(node) &&
        !isFilledWhereMade(node) &&
        !isFilledByKey(node) &&
        node.properties.every((one) =>
          compiler.isSpreadAssignment(one)
            ? depth < MOST_SPREADS && isWithout(t, t.sources(one.expression, scope), name, depth + 1)
            : one.name !== undefined && nameOf(one.name) !== name && nameOf(one.name) !== undefined,
        )),
  )

const isFilledByKey = (made: ts.ObjectLiteralExpression): boolean => filledByKey(made).length > 0

/** `args[key] = …` in the file of `const args = {}`: nobody sees which members that sets. */
export const filledByKey = (made: ts.ObjectLiteralExpression): readonly ts.Expression[] => {
  const { parent } = dressed(made)
  const isKept = compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
  return (isKept && byKey(made.getSourceFile()).get(parent.name.text)) || []
}

const byKey = once((file: ts.SourceFile) => {
  const filled = settingsIn(file).filter(({ left }) => {
    const set = accessed(left)
    return set && set.name === undefined && compiler.isIdentifier(set.of)
  })
  return new Map(
    [...groupBy(filled, ({ left }) => accessed(left)?.of.getText() ?? '')].map(([name, set]) => [
      name,
      set.map(({ left }) => left),
    ]),
  )
})

/** `(function (Word) { Word['POST'] = 'POST' })(Word || (Word = {}))`, as compilers write an enum. */
const isFilledWhereMade = (made: ts.ObjectLiteralExpression): boolean => {
  const set = dressed(made).parent
  if (!isOperation(set, '=')) return false
  const choice = dressed(set)
  const given = isOperation(choice.parent, '||') ? dressed(choice.parent) : choice
  return compiler.isCallExpression(given.parent) && given.parent.expression !== given
}
