import type { ts } from 'ts-morph'
import { kept, once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { identifiersNamed } from '../../../sites/program/names/names-used.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { leaves } from '../../../sites/program/syntax/leaves.ts'
import {
  bare,
  functionAround,
  isConst,
  isNothing,
  isOperation,
  walk,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** What a condition that holds says of a value. */
export type Guarded =
  /** It is neither undefined nor null. */
  | 'there'
  /** Nor is it false, 0 or `''`. */
  | 'truthy'
  /** It is a number above 0, or a text of one. */
  | 'positive'

/** What the conditions around a place, and the guards before it, say of an expression there. */
export const guardOf = (trace: Trace, node: ts.Expression, place: ts.Node): Guarded | undefined => {
  const value = bare(node)
  if (!isPath(value) || !isSettled(trace, value)) return undefined
  const found = conditionsAt(place).flatMap(([condition, holds]) => said(condition, holds, value.getText()))
  return found.find((one) => one === 'positive') ?? found.find((one) => one === 'truthy') ?? found[0]
}

/** A name, or members of one. */
export const isPath = (node: ts.Expression): boolean =>
  compiler.isIdentifier(node) ||
  node.kind === compiler.SyntaxKind.ThisKeyword ||
  (compiler.isPropertyAccessExpression(node) && isPath(node.expression))

/** Whether nothing in the function around sets the value anew. */
const isSettled = (trace: Trace, node: ts.Expression): boolean => {
  const text = node.getText()
  let root = node
  while (compiler.isPropertyAccessExpression(root)) root = root.expression
  const owner = functionAround(node) ?? node.getSourceFile()
  if (compiler.isIdentifier(root) && !isNeverSet(trace, root)) return false
  let settled = true
  walk(owner, (inner) => {
    const target = targetOf(inner)
    if (target && (text === target.getText() || text.startsWith(`${target.getText()}.`))) settled = false
    return settled
  })
  return settled
}

/** The expression that a node sets or takes away. */
export const targetOf = (node: ts.Node): ts.Expression | undefined => {
  if (compiler.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    const { FirstAssignment, LastAssignment } = compiler.SyntaxKind
    return kind >= FirstAssignment && kind <= LastAssignment ? bare(node.left) : undefined
  }
  if (compiler.isDeleteExpression(node)) return bare(node.expression)
  const isStep =
    (compiler.isPrefixUnaryExpression(node) || compiler.isPostfixUnaryExpression(node)) &&
    (node.operator === compiler.SyntaxKind.PlusPlusToken ||
      node.operator === compiler.SyntaxKind.MinusMinusToken)
  return isStep ? bare(node.operand) : undefined
}

/** Whether a name means one value for as long as it is known: a constant, or what is never set again. */
export const isNeverSet = (trace: Trace, name: ts.Identifier): boolean => {
  const declaration = declarationOf(trace, name)
  if (!declaration) return name.text === 'process' || name.text === 'undefined'
  if (isConstant(declaration)) return true
  return !writtenIn(declaration.getSourceFile(), name.text).some(
    (one) => declarationOf(trace, one) === declaration,
  )
}

/** The places of a file where a name, whatever it means there, is given a value. Every function may call its parameter `id`. */
const writtenIn = (file: ts.SourceFile, name: string): readonly ts.Identifier[] =>
  kept(written(file), name, () => identifiersNamed(file, name).filter(isWrittenAt))

const written = once((_: ts.SourceFile) => new Map<string, readonly ts.Identifier[]>())

const isConstant = (declaration: ts.Declaration): boolean =>
  compiler.isFunctionDeclaration(declaration) ||
  compiler.isImportSpecifier(declaration) ||
  isConst(declaration)

/** Whether a name is given a value where it stands, also by `[a, b] = …` and `for (a of …)`. */
const isWrittenAt = (name: ts.Identifier): boolean => {
  for (let at: ts.Node = name; at.parent; at = at.parent) {
    const { parent } = at
    if (targetOf(parent) && (targetOf(parent) === at || isWithinTarget(name, parent))) return true
    if (compiler.isForOfStatement(parent) || compiler.isForInStatement(parent))
      return parent.initializer === at
    if (compiler.isStatement(parent) || compiler.isFunctionLike(parent)) return false
  }
  return false
}

const isWithinTarget = (name: ts.Identifier, node: ts.Node): boolean => {
  const target = targetOf(node)
  const isPattern =
    target && (compiler.isArrayLiteralExpression(target) || compiler.isObjectLiteralExpression(target))
  return isPattern === true && name.pos >= target.pos && name.end <= target.end
}

/** The conditions that hold, or do not, wherever the program gets to a place. */
const conditionsAt = (place: ts.Node): [condition: ts.Expression, holds: boolean][] => {
  const found: [ts.Expression, boolean][] = []
  for (let at = place; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    if (compiler.isIfStatement(parent) && at !== parent.expression)
      found.push([parent.expression, at === parent.thenStatement])
    if (compiler.isConditionalExpression(parent) && at !== parent.condition)
      found.push([parent.condition, at === parent.whenTrue])
    if (isOperation(parent, '&&') && at === parent.right) found.push([parent.left, true])
    if (compiler.isBlock(parent) || compiler.isSourceFile(parent))
      for (const one of parent.statements) {
        if (one === at) break
        if (compiler.isIfStatement(one) && !one.elseStatement && leaves(one.thenStatement))
          found.push([one.expression, false])
      }
  }
  return found
}

/** What a condition says of the value with this text. */
const said = (given: ts.Expression, holds: boolean, text: string): Guarded[] => {
  const node = bare(given)
  if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken)
    return said(node.operand, !holds, text)
  if (!compiler.isBinaryExpression(node)) return holds && truthyPaths(node).includes(text) ? ['truthy'] : []
  const { AmpersandAmpersandToken, BarBarToken } = compiler.SyntaxKind
  const { kind } = node.operatorToken
  if (kind === (holds ? AmpersandAmpersandToken : BarBarToken))
    return [...said(node.left, holds, text), ...said(node.right, holds, text)]
  return compared(node, holds, text)
}

/** `a.b` holds: `a` is there and `b` is truthy; `Boolean(a)` says the same. */
const truthyPaths = (node: ts.Expression): string[] => {
  if (!compiler.isCallExpression(node)) return isPath(node) ? [node.getText()] : []
  const [given] = node.arguments
  return given && /^(Boolean|Array\.isArray)$/.test(node.expression.getText()) ? [bare(given).getText()] : []
}

const compared = (node: ts.BinaryExpression, holds: boolean, text: string): Guarded[] => {
  if (bare(node.left).getText() !== text) return []
  const right = bare(node.right)
  const operator = node.operatorToken.getText()
  if (operator === '!=' || operator === '==')
    return (operator === '!=') === holds && isNothing(right) ? ['there'] : []
  if (operator !== '>' || !holds || !compiler.isNumericLiteral(right)) return []
  return ['positive']
}
