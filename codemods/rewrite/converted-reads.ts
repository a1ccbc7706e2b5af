import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Read } from '../sites/uses.ts'
import { accessEdits } from './access-edits.ts'
import { type Edit, insertAfter, insertBefore, replace } from './edit.ts'
import type { Converted, ReadPath } from './read-paths.ts'
import { type Style, styleOf, valueText } from './style.ts'

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression

/**
 * A read of a member that has other values in v2: a comparison with one of the old values is said of the values that
 * v2 has for it, and what was true or false is said as a comparison. Anything else needs the old value itself.
 */
export const editsOfConverted = (
  read: Read,
  to: ReadPath,
  converted: Converted,
): readonly Edit[] | undefined => {
  const { node, path, within } = read
  if (compiler.isBindingElement(node) || within.length !== path.length - 1) return undefined
  const style = styleOf(node.getSourceFile())
  const moved = accessEdits(node, path.length, to)
  const said = [...converted.values.values()].every((value) => typeof value === 'boolean')
    ? asComparison(node, path.length, converted, style)
    : compared(node, converted, style)
  return said && [...moved, ...said]
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

const standsAlone = ({ parent }: ts.Node): boolean =>
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

const isOptional = (node: Access): boolean => compiler.isOptionalChain(node)

/** `pod.desiredStatus === 'EXITED'` -> `['EXITED', 'ERROR'].includes(pod.status)`. */
const compared = (node: Access, { values }: Converted, style: Style): Edit[] | undefined => {
  const { parent } = node
  if (!compiler.isBinaryExpression(parent) || !/^[!=]==?$/.test(parent.operatorToken.getText()))
    return undefined
  const literal = parent.left === node ? parent.right : parent.left
  if (!compiler.isStringLiteralLike(literal)) return undefined
  const twins = [...values].flatMap(([v2, old]) => (old === literal.text ? [v2] : []))
  const [only, ...others] = twins
  if (only === undefined) return undefined
  if (others.length === 0) return only === literal.text ? [] : [replace(literal, valueText(only, style))]
  // A strict compiler would not take "or nothing" for one of the words.
  if (isOptional(node) && /\.[cm]?tsx?$/.test(node.getSourceFile().fileName)) return undefined
  const not = parent.operatorToken.getText().startsWith('!') ? '!' : ''
  const opening = `${not}${valueText(twins, style)}.includes(`
  const file = node.getSourceFile()
  return parent.left === node
    ? [
        { ...insertBefore(parent, opening), order: -1 },
        { file, start: node.getEnd(), end: parent.getEnd(), text: ')' },
      ]
    : [{ file, start: parent.getStart(), end: node.getStart(), text: opening }, insertAfter(parent, ')')]
}
