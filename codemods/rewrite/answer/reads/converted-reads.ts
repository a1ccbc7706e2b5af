import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Read } from '../../../sites/answers/uses/uses-walk.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, insertAfter, insertBefore } from '../../edit/edit.ts'
import { type Style, styleOf } from '../../mapper/helpers/style.ts'
import { accessEdits } from './access-edits.ts'
import type { Converted, ReadPath } from './read-paths.ts'
import { saidOf, saidOfName } from './value-places.ts'

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression

/**
 * A read of a member that has other values in v2: what looks for one of the old values looks for those that v2 has for
 * it, and what was true or false is said as a comparison. Anything else needs the old value itself.
 */
export const editsOfConverted = (
  trace: Trace,
  { node, path, within }: Read,
  to: ReadPath,
  converted: Converted,
): readonly Edit[] | undefined => {
  const isBoolean = [...converted.values.values()].every((value) => typeof value === 'boolean')
  if (compiler.isBindingElement(node)) {
    const isPlain = !isBoolean && !node.initializer && compiler.isIdentifier(node.name)
    return isPlain ? saidOfName({ trace, converted }, node.name as ts.Identifier) : undefined
  }
  if (within.length !== path.length - 1) return undefined
  const said = isBoolean
    ? asComparison(node, path.length, converted, styleOf(node.getSourceFile()))
    : saidOf({ trace, converted }, node)
  return said && [...accessEdits(node, path.length, to), ...said]
}

/** `endpoint.flashboot` -> `(endpoint.flashboot !== 'OFF')`, and `!endpoint.flashboot` -> `endpoint.flashboot === 'OFF'`. */
const asComparison = (
  node: Access,
  length: number,
  { sourceBack }: Converted,
  { quote }: Style,
): Edit[] | undefined => {
  const [before, after, ...more] = sourceBack('\0').replaceAll("'", quote).split('\0')
  if (before !== '' || after === undefined || more.length > 0 || mayMiss(node, length)) return undefined
  const { parent } = node
  if (compiler.isPrefixUnaryExpression(parent) && parent.operator === compiler.SyntaxKind.ExclamationToken) {
    const file = node.getSourceFile()
    const isAlone = standsAlone(parent)
    return [
      { file, start: parent.getStart(), end: node.getStart(), text: isAlone ? '' : '(' },
      insertAfter(node, `${reversed(after)}${isAlone ? '' : ')'}`),
    ]
  }
  return standsAlone(node)
    ? [insertAfter(node, after)]
    : [{ ...insertBefore(node, '('), order: -1 }, insertAfter(node, `${after})`)]
}

const reversed = (comparison: string): string =>
  comparison.replace(/[!=]==/, (operator) => (operator === '===' ? '!==' : '==='))

/** Operators that bind less than a comparison does. */
const LOOSER: ReadonlySet<ts.SyntaxKind> = new Set([
  compiler.SyntaxKind.AmpersandAmpersandToken,
  compiler.SyntaxKind.BarBarToken,
  compiler.SyntaxKind.EqualsToken,
])

/** Whether a comparison needs no brackets in a place. */
const standsAlone = ({ parent }: ts.Node): boolean =>
  (compiler.isBinaryExpression(parent) && LOOSER.has(parent.operatorToken.kind)) ||
  compiler.isConditionalExpression(parent) ||
  compiler.isArrowFunction(parent) ||
  compiler.isJsxExpression(parent) ||
  compiler.isParenthesizedExpression(parent) ||
  compiler.isIfStatement(parent) ||
  compiler.isVariableDeclaration(parent) ||
  compiler.isReturnStatement(parent) ||
  compiler.isPropertyAssignment(parent) ||
  compiler.isTemplateSpan(parent) ||
  compiler.isCallExpression(parent)

/** What is read of nothing is neither true nor false: whether what the path is read of may be missing. */
const mayMiss = (node: Access, length: number): boolean => {
  let first = node
  for (let at = 1; at < length; at++) first = first.expression as Access
  return first.questionDotToken !== undefined || compiler.isOptionalChain(first.expression)
}
