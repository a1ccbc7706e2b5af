import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { declarationOf, saidBehind, symbolBehind } from '../../../sites/program/names/symbol.ts'
import { bare, nameOf } from '../../../sites/program/syntax/nodes.ts'

/**
 * The words that an expression stands for: a text or a regular expression, written out or as a constant, or one of a list
 * that is gone through (`FULL.some((word) => text.includes(word))`, `rule.match` of `for (const rule of RULES)`).
 */
export const wordsOf = (trace: Trace, given: ts.Expression): string[] => {
  const node = bare(given)
  if (compiler.isStringLiteralLike(node) || compiler.isRegularExpressionLiteral(node)) return [node.text]
  const isMember = compiler.isPropertyAccessExpression(node)
  const name = isMember ? bare(node.expression) : node
  if (!compiler.isIdentifier(name)) return []
  const constant = isMember ? undefined : constantBehind(trace, name)
  if (constant) return compiler.isIdentifier(constant) ? [] : wordsOf(trace, constant)
  const item = itemBehind(trace, name)
  if (!item) return isMember && isConstantMember(trace, node) ? wordsOf(trace, saidBehind(trace, node)) : []
  const member = isMember ? node.name.text : item.member
  return item.list.flatMap((one) => wordsIn(trace, one, member))
}

/** `words.NO_GPU` of `import * as words`, or of an object that says it. */
const isConstantMember = (trace: Trace, node: ts.PropertyAccessExpression): boolean =>
  compiler.isLiteralExpression(saidBehind(trace, node))

const wordsIn = (trace: Trace, given: ts.Expression, member: string | undefined): string[] => {
  const node = bare(given)
  if (member === undefined) return compiler.isIdentifier(node) ? [] : wordsOf(trace, node)
  if (!compiler.isObjectLiteralExpression(node)) return []
  return node.properties.flatMap((one) =>
    compiler.isPropertyAssignment(one) && nameOf(one.name) === member
      ? wordsIn(trace, one.initializer, undefined)
      : [],
  )
}

interface Item {
  /** What the list says, item by item. */
  readonly list: readonly ts.Expression[]
  /** The member of an item that the name holds: `({ match }) =>`. */
  readonly member: string | undefined
}

/** The list that a name goes through. */
const itemBehind = (trace: Trace, name: ts.Identifier): Item | undefined => {
  const declared = declarationOf(trace, name)
  if (!declared) return undefined
  const isTaken = compiler.isBindingElement(declared) && compiler.isObjectBindingPattern(declared.parent)
  const owner = isTaken ? declared.parent.parent : declared
  const list = listBehind(trace, owner)
  return list && { list, member: isTaken ? nameOf(declared.propertyName ?? declared.name) : undefined }
}

const listBehind = (trace: Trace, owner: ts.Node): readonly ts.Expression[] | undefined => {
  if (compiler.isParameter(owner)) {
    const call = owner.parent.parent
    const isEach =
      compiler.isCallExpression(call) &&
      compiler.isPropertyAccessExpression(call.expression) &&
      EACH.test(call.expression.name.text) &&
      owner.parent.parameters[0] === owner
    return isEach ? elementsOf(trace, (call.expression as ts.PropertyAccessExpression).expression) : undefined
  }
  const loop = compiler.isVariableDeclaration(owner) ? owner.parent.parent : undefined
  return loop && compiler.isForOfStatement(loop) ? elementsOf(trace, loop.expression) : undefined
}

const EACH = /^(some|every|find|findIndex|findLast|filter|map|flatMap|forEach)$/

/** What a list says, item by item, also under a name, or as a set. */
export const elementsOf = (trace: Trace, given: ts.Expression): readonly ts.Expression[] | undefined => {
  const list = saidBehind(trace, given)
  const [first] =
    compiler.isNewExpression(list) || compiler.isCallExpression(list) ? (list.arguments ?? []) : []
  if (first && /^(new Set|Array\.from)\b/.test(list.getText())) return elementsOf(trace, first)
  if (!compiler.isArrayLiteralExpression(list)) return undefined
  return list.elements.flatMap((one) =>
    compiler.isSpreadElement(one) ? (elementsOf(trace, one.expression) ?? []) : [one],
  )
}

/** What a constant was made with, whatever its type says of it. */
const constantBehind = (trace: Trace, name: ts.Identifier): ts.Expression | undefined => {
  const declared = symbolBehind(trace, name)?.valueDeclaration
  if (!declared || !compiler.isVariableDeclaration(declared) || !declared.initializer) return undefined
  const isConstant = (compiler.getCombinedNodeFlags(declared) & compiler.NodeFlags.Const) !== 0
  return isConstant ? bare(declared.initializer) : undefined
}
