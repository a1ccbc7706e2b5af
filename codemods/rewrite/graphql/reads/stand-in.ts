import type { ts } from 'ts-morph'
import { namesOfUnsaid } from '../../../../mappings/graphql/catalog-rows.ts'
import { compiler } from '../../../project/compiler.ts'
import { identifiersNamed, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { bare, dressed, isNothing, nameOf, someNode } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isUnreached, plain } from './null-guards.ts'

/** Nothing that the program says, a text, what is shown: neither a number nor another price. */
export const isMerelySaid = (given: ts.Expression): boolean => {
  const node = bare(given)
  return (
    isNothing(node) ||
    compiler.isStringLiteralLike(node) ||
    compiler.isTemplateExpression(node) ||
    compiler.isJsxElement(node) ||
    compiler.isJsxSelfClosingElement(node)
  )
}

/** `one.lowestPrice?.minimumBidPrice ?? one.communitySpotPrice`: v2 says neither. */
export const isUnsaidBeside = (whole: ts.Expression, given: ts.Expression): boolean => {
  const node = bare(given)
  return (
    compiler.isPropertyAccessExpression(node) &&
    namesOfUnsaid.has(node.name.text) &&
    compiler.isBinaryExpression(whole) &&
    rootOf(node) === rootOf(whole.left)
  )
}

const rootOf = (given: ts.Expression): string => {
  const node = bare(given)
  if (compiler.isPropertyAccessExpression(node)) return rootOf(node.expression)
  return compiler.isBinaryExpression(node) ? rootOf(node.left) : plain(node)
}

/**
 * Whether something else takes the place of null, or null is calculated with, where the program reads what it was told under
 * a name: `a.spot ?? a.onDemand`, `a.spot - b.spot`. Every member that is called so counts: what is paid must not change in silence.
 */
export const isReplaced = (trace: Trace, name: string, seen = new Set<string>()): boolean => {
  if (seen.has(name)) return false
  seen.add(name)
  return trace.files.some((file) =>
    identifiersNamed(file, name).some((one) => {
      const { parent } = one
      if (compiler.isBindingElement(parent))
        return (
          (parent.initializer !== undefined && !isMerelySaid(parent.initializer)) ||
          (parent.propertyName === one && isNameReplaced(trace, parent.name, seen))
        )
      if (compiler.isPropertyAccessExpression(parent) && parent.name === one)
        return isReplacedAt(trace, parent, seen)
      return isTakenOut(trace, one) && isReplacedAt(trace, one, seen)
    }),
  )
}

/** A name out of a pattern: `({ spot, fixed }) => spot ?? fixed`. */
const isTakenOut = ({ checker }: Trace, name: ts.Identifier): boolean => {
  const declared = checker.getSymbolAtLocation(name)?.valueDeclaration
  return declared !== undefined && compiler.isBindingElement(declared)
}

/** The same where one value is read. */
export const isReplacedAt = (trace: Trace, node: ts.Expression, seen = new Set<string>()): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  if (compiler.isAwaitExpression(parent)) return isReplacedAt(trace, parent, seen)
  if (compiler.isBinaryExpression(parent)) return inBinary(trace, parent, outer, seen)
  if (compiler.isPrefixUnaryExpression(parent)) return isChosenBy(parent, node)
  if (compiler.isConditionalExpression(parent))
    return parent.condition === outer ? isChosenBy(outer, node) : isReplacedAt(trace, parent, seen)
  if (compiler.isCallExpression(parent))
    return /^Math\./.test(parent.expression.getText()) && !isUnreached(node)
  if (compiler.isArrayLiteralExpression(parent)) return isListLookedAt(parent)
  if (compiler.isVariableDeclaration(parent) && parent.initializer === outer)
    return !compiler.isIdentifier(parent.name) || isNameReplaced(trace, parent.name, seen)
  return compiler.isPropertyAssignment(parent) && parent.initializer === outer
    ? isReplaced(trace, nameOf(parent.name) ?? '', seen)
    : false
}

const isNameReplaced = (trace: Trace, name: ts.BindingName, seen: Set<string>): boolean =>
  compiler.isIdentifier(name) && mentionsOf(trace, name).some((use) => isReplacedAt(trace, use, seen))

const inBinary = (
  trace: Trace,
  parent: ts.BinaryExpression,
  outer: ts.Expression,
  seen: Set<string>,
): boolean => {
  const sign = parent.operatorToken.getText()
  const isLeft = parent.left === outer
  const other = bare(isLeft ? parent.right : parent.left)
  if (/^(\?\?|\|\|)=?$/.test(sign) && isLeft)
    return !(isMerelySaid(other) || isUnsaidBeside(parent, other)) || isReplacedAt(trace, parent, seen)
  if (/^(\?\?|\|\||&&)$/.test(sign) && !isLeft) return isReplacedAt(trace, parent, seen)
  if (/^[-*/%]=?$/.test(sign)) return !isUnreached(bare(outer))
  if (!/^([<>]=?|[!=]==?)$/.test(sign)) return false
  const isPlain = isNothing(other) || compiler.isNumericLiteral(other)
  return isPlain ? isChosenBy(parent, bare(outer)) : !isUnreached(bare(outer))
}

/** `spot != null ? spot : onDemand`, `if (spot == null) price = onDemand` */
const isChosenBy = (condition: ts.Expression, read: ts.Expression): boolean => {
  const outer = dressed(condition)
  const { parent } = outer
  if (compiler.isPrefixUnaryExpression(parent) || compiler.isBinaryExpression(parent))
    return isChosenBy(parent, read)
  const isOther = (branch: ts.Expression): boolean =>
    !isMerelySaid(branch) && !someNode(branch, (one) => plain(one) === plain(read))
  return (
    compiler.isConditionalExpression(parent) &&
    parent.condition === outer &&
    [parent.whenTrue, parent.whenFalse].some(isOther)
  )
}

/** `Math.min(...[spot, onDemand])`, `[spot, onDemand].filter(Boolean)` */
const isListLookedAt = ({ parent }: ts.ArrayLiteralExpression): boolean =>
  compiler.isSpreadElement(parent) || compiler.isPropertyAccessExpression(parent)
