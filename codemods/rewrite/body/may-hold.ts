import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { referencesOf } from '../../sites/program/references.ts'
import { bare, dressed, nameOf, returnsOf } from '../../sites/program/scope.ts'
import { declarationOf } from '../../sites/program/symbol.ts'
import { namesParsed } from '../../sites/schemas/parsed-names.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { passedFor } from './made.ts'

const MOST_STEPS = 8

/**
 * Whether a value may have a member of this name, as far as a schema that it came through, what makes it, and its type
 * say. What is spread is asked by itself: the type of `{ name, ...rest }` forgets that `rest` may hold anything.
 */
export const mayHold = (trace: Trace, given: ts.Expression, name: string, steps = 0): boolean => {
  const node = bare(given)
  const next = (inner: ts.Expression): boolean => mayHold(trace, inner, name, steps + 1)
  if (steps > MOST_STEPS) return true
  const parsed = namesParsed(trace, node)
  if (parsed) return parsed.includes(name)
  if (compiler.isObjectLiteralExpression(node)) return node.properties.some((one) => says(one, name, next))
  if (compiler.isConditionalExpression(node)) return next(node.whenTrue) || next(node.whenFalse)
  if (compiler.isBinaryExpression(node) && LOGICAL.has(node.operatorToken.kind))
    return next(node.left) || next(node.right)
  if (compiler.isCallExpression(node) && node.expression.getText() === 'Object.assign')
    return node.arguments.some(next)
  const makers = compiler.isIdentifier(node) ? madeBy(trace, node) : returnedBy(trace, node)
  if (!makers) return typeMayHold(trace, node, name)
  return makers.some((one) => (one.value ? next(one.value) : (one.name ?? name) === name))
}

/** What gives a value members: another value, one member, or anything where neither is said. */
interface Maker {
  readonly value?: ts.Expression
  readonly name?: string
}

const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([
  compiler.SyntaxKind.QuestionQuestionToken,
  compiler.SyntaxKind.BarBarToken,
  compiler.SyntaxKind.AmpersandAmpersandToken,
])

const says = (
  property: ts.ObjectLiteralElementLike,
  name: string,
  next: (inner: ts.Expression) => boolean,
): boolean => {
  if (compiler.isSpreadAssignment(property)) return next(property.expression)
  const said = nameOf(property.name)
  return said === undefined || said === name
}

/** What makes the value of a name, and sets its members; undefined where its type says more, or nobody can tell. */
const madeBy = (trace: Trace, node: ts.Identifier): readonly Maker[] | undefined => {
  const declared = declarationOf(trace, node)
  if (declared && compiler.isParameter(declared)) return passedBy(trace, declared)
  if (!declared || !compiler.isVariableDeclaration(declared) || declared.type) return undefined
  if (!declared.initializer || !compiler.isIdentifier(declared.name)) return undefined
  const first = bare(declared.initializer)
  const set = referencesOf(trace, declared.name).flatMap(setBy)
  const isFilledElsewhere =
    set.length === 0 && compiler.isObjectLiteralExpression(first) && first.properties.length === 0
  return isFilledElsewhere ? undefined : [{ value: first }, ...set]
}

/** What the callers of a function that nobody else can call pass for a parameter, and what it sets, where no type says it. */
const passedBy = (trace: Trace, parameter: ts.ParameterDeclaration): readonly Maker[] | undefined => {
  const { name, type } = parameter
  if (!compiler.isIdentifier(name) || (type && !SAYS_NOTHING.test(type.getText()))) return undefined
  const passed = passedFor(trace, parameter)
  if (passed.length === 0) return undefined
  return [...passed.map((value) => ({ value })), ...referencesOf(trace, name).flatMap(setBy)]
}

const SAYS_NOTHING = /^(any|unknown|object|Record<string, (any|unknown)>)$/

/** What a use of a name adds to its value. */
const setBy = (use: ts.Identifier): readonly Maker[] => {
  const outer = dressed(use)
  const { parent } = outer
  if (isAssigned(parent, outer)) return [{ value: parent.right }]
  if (compiler.isPropertyAccessExpression(parent) && parent.expression === outer)
    return isAssigned(parent.parent, parent) ? [{ name: parent.name.text }] : []
  if (compiler.isElementAccessExpression(parent) && parent.expression === outer) {
    const key = bare(parent.argumentExpression)
    if (!isAssigned(parent.parent, parent)) return []
    return [compiler.isStringLiteralLike(key) ? { name: key.text } : {}]
  }
  const isTarget =
    compiler.isCallExpression(parent) &&
    parent.arguments[0] === outer &&
    parent.expression.getText() === 'Object.assign'
  return isTarget ? parent.arguments.slice(1).map((value) => ({ value })) : []
}

const isAssigned = (node: ts.Node, target: ts.Node): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) &&
  node.left === target &&
  node.operatorToken.kind === compiler.SyntaxKind.EqualsToken

/** What a function gives that says no type of its own, or one that anything is of. */
const returnedBy = (trace: Trace, node: ts.Expression): readonly Maker[] | undefined => {
  if (!compiler.isCallExpression(node) || !compiler.isIdentifier(node.expression)) return undefined
  const declared = declarationOf(trace, node.expression)
  const value = declared && compiler.isVariableDeclaration(declared) ? declared.initializer : declared
  if (!value || !(compiler.isFunctionDeclaration(value) || isFunction(value))) return undefined
  // `Record<string, unknown>` says less than what is given back under that name.
  const isTyped = value.type && !isOpen(trace.checker, trace.checker.getTypeFromTypeNode(value.type))
  const isPlain = !isTyped && !value.asteriskToken
  const given = isPlain ? returnsOf(value) : []
  return given.length > 0 ? given.map((one) => ({ value: one })) : undefined
}

const isFunction = (node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression =>
  compiler.isArrowFunction(node) || compiler.isFunctionExpression(node)

const typeMayHold = ({ checker }: Trace, node: ts.Expression, name: string): boolean => {
  const type = checker.getTypeAtLocation(node)
  return isOpen(checker, type) || checker.getPropertyOfType(type, name) !== undefined
}

const ANYTHING = compiler.TypeFlags.Any | compiler.TypeFlags.Unknown | compiler.TypeFlags.TypeParameter

/** Whether a type says nothing of what is in there, as `object` and `{}` do. */
const isOpen = (checker: ts.TypeChecker, type: ts.Type): boolean =>
  (type.flags & ANYTHING) !== 0 ||
  checker.getIndexInfosOfType(type).length > 0 ||
  checker.getPropertiesOfType(type).length === 0
