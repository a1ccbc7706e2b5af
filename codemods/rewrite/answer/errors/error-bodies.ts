import type { ts } from 'ts-morph'
import { errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import { isParse } from '../../../sites/answers/failure/failure.ts'
import { declarationOf, symbolAt } from '../../../sites/program/names/symbol.ts'
import { valuesOf } from '../../../sites/program/set/assigned.ts'
import { awaited, bare, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { settledInto } from './parsed-bodies.ts'

/** Whether errors of v1 said something under a name. */
export const isErrorName = (name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(errorWords, name)

/** What an argument holds of an answer: its body, parsed or as text. */
export const bodyIn = (trace: Trace, given: ts.Expression): ts.Expression | undefined => {
  const node = bare(given)
  if (!compiler.isIdentifier(node)) return isBody(node) ? node : undefined
  const declared = declarationOf(trace, node)
  const settled = declared && compiler.isParameter(declared) ? settledInto(declared) : undefined
  return [...valuesOf(trace.checker, node), ...(settled ? [settled] : [])].find(isBody)
}

const isBody = (node: ts.Expression): boolean =>
  !compiler.isArrowFunction(node) &&
  !compiler.isFunctionExpression(node) &&
  (isParse(node) || /\.text\(\)/.test(node.getText()))

/** Asks whether an expression is a failed answer's body. */
export type Test = (given: ts.Expression, depth?: number) => boolean

const MOST_NAMES = 3

/**
 * Whether an expression is the body that a parameter is, or that is read of it.
 * @param kept members of an answer that hold its body, parsed
 */
export const bodyTest = (
  trace: Trace,
  parameter: ts.Identifier,
  isAnswer: boolean,
  kept: ReadonlySet<string>,
): Test => {
  // A parameter that is a member as well has a symbol for each, declared in one place.
  const isOwn = (given: ts.Expression, depth = 0): boolean => {
    const node = awaited(given)
    if (!compiler.isIdentifier(node)) return false
    if (symbolAt(trace, node)?.valueDeclaration === parameter.parent) return true
    return depth < MOST_NAMES && valuesOf(trace.checker, node).some((one) => isOwn(one, depth + 1))
  }
  const holds: Test = (given, depth = 0) => {
    const node = awaited(given)
    if (compiler.isCallExpression(node)) return isReadOf(node, isAnswer ? isOwn : () => false, holds, depth)
    if (compiler.isPropertyAccessExpression(node))
      return isAnswer && kept.has(node.name.text) && isOwn(bare(node.expression))
    if (compiler.isBinaryExpression(node)) return [node.left, node.right].some((one) => holds(one, depth))
    if (!compiler.isIdentifier(node)) return false
    if (isOwn(node)) return !isAnswer
    if (isAnswer && isBoundTo(trace, node, kept, isOwn)) return true
    return depth < MOST_NAMES && valuesOf(trace.checker, node).some((one) => holds(one, depth + 1))
  }
  return holds
}

/** `problem` of `const { ok, problem } = await pending`. */
const isBoundTo = (
  trace: Trace,
  name: ts.Identifier,
  kept: ReadonlySet<string>,
  isAnswer: (node: ts.Expression) => boolean,
): boolean => {
  const bound = symbolAt(trace, name)?.valueDeclaration
  const made = bound && compiler.isBindingElement(bound) ? bound.parent.parent : undefined
  if (!bound || !compiler.isBindingElement(bound) || !made || !compiler.isVariableDeclaration(made))
    return false
  const isKept = kept.has(nameOf(bound.propertyName ?? bound.name) ?? '')
  return isKept && made.initializer !== undefined && isAnswer(made.initializer)
}

/** `JSON.parse(text)`, `res.json()`, `res.clone().text()`, and either with `.catch(() => null)` behind it. */
const isReadOf = (
  { expression: callee, arguments: given }: ts.CallExpression,
  isAnswer: (node: ts.Expression) => boolean,
  holds: Test,
  depth: number,
): boolean => {
  if (callee.getText() === 'JSON.parse') return given.some((one) => holds(one, depth))
  if (!compiler.isPropertyAccessExpression(callee)) return false
  const owner = bare(callee.expression)
  if (callee.name.text === 'catch') return holds(owner, depth)
  if (!/^(json|text)$/.test(callee.name.text)) return false
  const isCopy = compiler.isCallExpression(owner) && compiler.isPropertyAccessExpression(owner.expression)
  return isAnswer(isCopy ? bare((owner.expression as ts.PropertyAccessExpression).expression) : owner)
}
