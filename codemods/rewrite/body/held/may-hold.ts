import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { loopAround } from '../../../sites/program/syntax/entries.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import {
  awaited,
  bare,
  dressed,
  isFunctionValue,
  isOperation,
  nameOf,
  returnsOf,
} from '../../../sites/program/syntax/nodes.ts'
import { neverAfter } from '../../../sites/program/ways/never-after.ts'
import { namesParsed } from '../../../sites/schemas/parsed-names.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isPattern } from '../steps/uses.ts'
import { passedFor } from './made.ts'
import { putTogether, type Together } from './put-together.ts'
import { SETS } from './sets.ts'

const MOST_STEPS = 8

/** Whether a value may have a member of this name. */
export const mayHold = (trace: Trace, given: ts.Expression, name: string): boolean => {
  const { names, isOpen } = heldIn(trace, given)
  return isOpen || names.includes(name)
}

/** The members that a value may have; undefined where it may have any. */
export const namesHeld = (trace: Trace, given: ts.Expression): readonly string[] | undefined => {
  const { names, isOpen } = heldIn(trace, given)
  return isOpen ? undefined : names
}

/** The members that are seen to be said of a value, which may have others as well. */
export const namesSeen = (trace: Trace, given: ts.Expression): readonly string[] => heldIn(trace, given).names

/** The members that a value may have. */
interface Names {
  readonly names: readonly string[]
  /** Whether it may have others as well. */
  readonly isOpen: boolean
}

const OPEN: Names = { names: [], isOpen: true }

const named = (names: readonly string[]): Names => ({ names, isOpen: false })

/**
 * The members that a value may have, as far as a schema that it came through, what makes it, and its type say. What is
 * spread is asked by itself: the type of `{ name, ...rest }` forgets that `rest` may hold anything.
 */
const heldIn = (trace: Trace, given: ts.Expression, steps = 0): Names => {
  const node = bare(given)
  const next = (inner: ts.Expression): Names => heldIn(trace, inner, steps + 1)
  if (steps > MOST_STEPS) return OPEN
  const parsed = namesParsed(trace, node)
  if (parsed) return named(parsed)
  if (compiler.isObjectLiteralExpression(node)) return all(node.properties, (one) => said(one, next))
  if (compiler.isConditionalExpression(node)) return all([node.whenTrue, node.whenFalse], next)
  // What `&&` gives of its left is false, '' or nothing at all, and has no members.
  if (isBinary(node, compiler.SyntaxKind.AmpersandAmpersandToken)) return next(node.right)
  if (isBinary(node, compiler.SyntaxKind.QuestionQuestionToken, compiler.SyntaxKind.BarBarToken))
    return all([node.left, node.right], next)
  const together = putTogether(trace, node)
  if (together) return taken(all(together.parts, next), together)
  const makers = compiler.isIdentifier(node) ? madeBy(trace, node) : returnedBy(trace, awaited(node))
  if (!makers) return typedNames(trace, node)
  return all(makers, ({ value, name }) => (value ? next(value) : name === undefined ? OPEN : named([name])))
}

/** The names of all parts. */
const all = <T>(parts: readonly T[], namesOf: (part: T) => Names): Names => {
  const found = parts.map(namesOf)
  return {
    names: [...new Set(found.flatMap(({ names }) => names))],
    isOpen: found.some(({ isOpen }) => isOpen),
  }
}

/** What a call takes of its parts, or leaves. */
const taken = ({ names, isOpen }: Names, { takes, leaves = [] }: Together): Names =>
  takes
    ? named(takes.filter((one) => isOpen || names.includes(one)))
    : { names: names.filter((one) => !leaves.includes(one)), isOpen }

/** What gives a value members: another value, one member, or anything where neither is said. */
export interface Maker {
  readonly value?: ts.Expression
  readonly name?: string
}

const isBinary = (node: ts.Node, ...kinds: readonly ts.SyntaxKind[]): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) && kinds.includes(node.operatorToken.kind)

const said = (property: ts.ObjectLiteralElementLike, next: (inner: ts.Expression) => Names): Names => {
  if (compiler.isSpreadAssignment(property)) return next(property.expression)
  const name = nameOf(property.name)
  return name === undefined ? OPEN : named([name])
}

/** What makes the value of a name, and sets its members; undefined where its type says more, or nobody can tell. */
const madeBy = (trace: Trace, node: ts.Identifier): readonly Maker[] | undefined => {
  const declared = declarationOf(trace, node)
  if (declared && compiler.isParameter(declared)) return passedBy(trace, declared)
  if (!declared || !compiler.isVariableDeclaration(declared)) return undefined
  const { name, type, initializer } = declared
  if (!initializer || !compiler.isIdentifier(name)) return undefined
  const uses = referencesOf(trace, name).filter((use) => use === node || !neverAfter(use, node, declared))
  // `Record<string, unknown>` says less than what the value is made of, and lets whoever is handed it add to it.
  const isSeen = (use: ts.Identifier): boolean =>
    use === node || isPlain(use) || isReadByCallee(trace, dressed(use))
  if (type && (!SAYS_NOTHING.test(flatText(type)) || !uses.every(isSeen))) return undefined
  const first = bare(initializer)
  const set = uses.flatMap((use) => [...setBy(use), ...setElsewhere(trace, dressed(use))])
  const isFilledElsewhere =
    set.length === 0 && compiler.isObjectLiteralExpression(first) && first.properties.length === 0
  return isFilledElsewhere ? undefined : [{ value: first }, ...set]
}

/** What the callers of a function that nobody else can call pass for a parameter, and what it sets, where no type says it. */
const passedBy = (trace: Trace, parameter: ts.ParameterDeclaration): readonly Maker[] | undefined => {
  const { name, type } = parameter
  if (!compiler.isIdentifier(name) || (type && !SAYS_NOTHING.test(flatText(type)))) return undefined
  const passed = passedFor(trace, parameter)
  if (passed.length === 0) return undefined
  return [...passed.map((value) => ({ value })), ...referencesOf(trace, name).flatMap(setBy)]
}

/** Types that say nothing of a value's members, whatever they say of what those are. */
const SAYS_NOTHING = /^(any|unknown|object|(Partial<)?Record<string, .+>)$/

/** Whether nothing but what can be seen here becomes of a value by this use of its name: no other name for it, no other hands. */
const isPlain = (use: ts.Identifier): boolean => {
  const outer = dressed(use)
  const { parent } = outer
  if (isAccess(parent)) return parent.expression === outer
  if (compiler.isCallExpression(parent)) return ONLY_READS.test(parent.expression.getText())
  return (
    compiler.isSpreadAssignment(parent) ||
    compiler.isReturnStatement(parent) ||
    isAssigned(parent, outer) ||
    isOnlyAsked(parent, outer)
  )
}

/** Whether it is only asked whether there is a value: `body === undefined`, `body ? … : …`, `body && …`, `!body`. */
const isOnlyAsked = (parent: ts.Node, value: ts.Node): boolean => {
  if (compiler.isConditionalExpression(parent)) return parent.condition === value
  if (compiler.isIfStatement(parent)) return parent.expression === value
  if (isOperation(parent, '&&')) return parent.left === value
  return (
    isOperation(parent, '===', '!==', '==', '!=') ||
    compiler.isPrefixUnaryExpression(parent) ||
    compiler.isTypeOfExpression(parent)
  )
}

/** Whether an argument is handed to functions in sight, and none of them does more with it than `isPlain` has. */
const isReadByCallee = (trace: Trace, argument: ts.Node): boolean => {
  const call = argument.parent
  if (!compiler.isCallExpression(call)) return false
  const place = call.arguments.indexOf(argument as ts.Expression)
  const callees = trace.targets(call, undefined)
  return (
    callees.length > 0 &&
    callees.every(({ node: callee }) => {
      const name = compiler.isFunctionLike(callee) ? callee.parameters[place]?.name : undefined
      const uses = name && compiler.isIdentifier(name) ? referencesOf(trace, name) : undefined
      return uses?.every((use) => isPlain(use) && setBy(use).length === 0) ?? false
    })
  )
}

const ONLY_READS = /^(JSON\.stringify|Object\.(assign|keys|values|entries)|console\.\w+)$/

/** What a use of a name adds to its value. */
const setBy = (use: ts.Identifier): readonly Maker[] => {
  const outer = dressed(use)
  const { parent } = outer
  if (isAssigned(parent, outer)) return [{ value: parent.right }]
  if (compiler.isPropertyAccessExpression(parent) && parent.expression === outer)
    return isAssigned(parent.parent, parent) || isPattern(parent) ? [{ name: parent.name.text }] : []
  if (compiler.isElementAccessExpression(parent) && parent.expression === outer) {
    const key = bare(parent.argumentExpression)
    if (!isAssigned(parent.parent, parent)) return []
    const loop = loopAround(parent)
    if (loop && key.getText() === loop.key) return [{ value: loop.object }]
    if (compiler.isStringLiteralLike(key)) return [{ name: key.text }]
    return wordsLooped(key)?.map((name) => ({ name })) ?? [{}]
  }
  const isTarget =
    compiler.isCallExpression(parent) &&
    parent.arguments[0] === outer &&
    parent.expression.getText() === 'Object.assign'
  return isTarget ? parent.arguments.slice(1).map((value) => ({ value })) : []
}

/** The words that a key is one of: `for (const key of ['name', 'size'])`. */
const wordsLooped = (key: ts.Expression): readonly string[] | undefined => {
  for (let at: ts.Node = key; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    if (!compiler.isForOfStatement(at) || !compiler.isVariableDeclarationList(at.initializer)) continue
    if (at.initializer.declarations[0]?.name.getText() !== key.getText()) continue
    const list = bare(at.expression)
    const words = compiler.isArrayLiteralExpression(list) ? list.elements.map(bare) : undefined
    return words?.every(compiler.isStringLiteralLike) ? words.map((one) => one.text) : undefined
  }
  return undefined
}

/** What is added to a value by a use of its name, but for a member that is set where it stands. */
export const addedBy = (trace: Trace, use: ts.Identifier): readonly Maker[] => [
  ...setBy(use).filter(({ name }) => name === undefined),
  ...setElsewhere(trace, dressed(use)),
]

/** What is added under another name: a variable's, or a parameter's of a function in sight. */
const setElsewhere = (trace: Trace, value: ts.Node, steps = 0): readonly Maker[] => {
  if (steps > MOST_STEPS) return []
  return otherNames(trace, value).flatMap((name) =>
    referencesOf(trace, name).flatMap((use) => [
      ...setBy(use),
      ...setElsewhere(trace, dressed(use), steps + 1),
    ]),
  )
}

/** The names that a value is given: a variable's, or a parameter's of a function in sight. */
export const otherNames = (trace: Trace, value: ts.Node): ts.Identifier[] => {
  const { parent } = value
  const place = compiler.isCallExpression(parent) ? parent.arguments.indexOf(value as ts.Expression) : -1
  const owners = compiler.isVariableDeclaration(parent)
    ? [parent]
    : place < 0
      ? []
      : trace
          .targets(parent as ts.CallExpression, undefined)
          .flatMap(({ node }) => (compiler.isFunctionLike(node) ? (node.parameters[place] ?? []) : []))
  return owners.map(({ name }) => name).filter(compiler.isIdentifier)
}

const isAssigned = (node: ts.Node, target: ts.Node): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) && node.left === target && SETS.has(node.operatorToken.kind)

/** What a function gives that says no type of its own, or one that anything is of. */
const returnedBy = (trace: Trace, node: ts.Expression): readonly Maker[] | undefined => {
  const called = compiler.isCallExpression(node) ? calledBy(trace, node) : []
  // `Record<string, unknown>` says less than what is given back under that name.
  const isPlain = ({ type, asteriskToken }: ts.FunctionLikeDeclaration): boolean =>
    !asteriskToken && !(type && !isOpenType(trace.checker, typeGiven(trace.checker, type)))
  const given = called.every(isPlain) ? called.map(returnsOf) : []
  const isGiven = given.length > 0 && given.every((one) => one.length > 0)
  return isGiven ? given.flat().map((value) => ({ value })) : undefined
}

/** What a function comes to that says this type, also once that is waited for. */
const typeGiven = (checker: ts.TypeChecker, type: ts.TypeNode): ts.Type => {
  const said = checker.getTypeFromTypeNode(type)
  return checker.getAwaitedType(said) ?? said
}

/** The functions in sight that a call may run; none where there may be others. */
const calledBy = (trace: Trace, call: ts.CallExpression): readonly ts.FunctionLikeDeclaration[] => {
  const { expression: callee } = call
  const declared = compiler.isIdentifier(callee) ? declarationOf(trace, callee) : undefined
  const own = declared && compiler.isVariableDeclaration(declared) ? declared.initializer : declared
  const found = compiler.isIdentifier(callee) ? [own] : trace.targets(call, undefined).map((one) => one.node)
  const isBody = (one: ts.Node | undefined): one is ts.FunctionLikeDeclaration =>
    one !== undefined &&
    (compiler.isFunctionDeclaration(one) || compiler.isMethodDeclaration(one) || isFunctionValue(one))
  return found.every(isBody) ? found : []
}

const typedNames = ({ checker }: Trace, node: ts.Expression): Names => {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node))
  // Of a union, `getPropertiesOfType` gives what all of its parts have in common.
  return all(type.isUnion() ? type.types : [type], (one) =>
    isOpenType(checker, one) ? OPEN : named(checker.getPropertiesOfType(one).map(({ name }) => name)),
  )
}

const ANYTHING = compiler.TypeFlags.Any | compiler.TypeFlags.Unknown | compiler.TypeFlags.TypeParameter

/** Whether a type says nothing of what is in there, as `object` and `{}` do. */
const isOpenType = (checker: ts.TypeChecker, type: ts.Type): boolean =>
  (type.flags & ANYTHING) !== 0 ||
  checker.getIndexInfosOfType(type).length > 0 ||
  checker.getPropertiesOfType(type).length === 0
