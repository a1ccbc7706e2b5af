import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { isTypeScript } from '../../../sites/program/syntax/is-typescript.ts'
import { bare, dressed } from '../../../sites/program/syntax/nodes.ts'
import { type Edit, insertAfter, insertBefore, replace } from '../../edit/edit.ts'
import { indentAt, styleOf, valueText } from '../../mapper/helpers/style.ts'
import type { Converted } from './read-paths.ts'
import { homeOf, type Spoken } from './value-homes.ts'
import { keyedBy } from './value-tables.ts'

/**
 * The edits that say v2's words where a value is compared, switched on, looked for in a list or looked up in a table;
 * undefined where the old word itself is needed.
 */
export const saidOf = (spoken: Spoken, node: ts.Expression): readonly Edit[] | undefined => {
  const outer = dressed(node)
  const { parent } = outer
  if (isSpelledOut(spoken, outer)) return undefined
  if (compiler.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText()))
    return compared(spoken, outer, parent)
  if (compiler.isSwitchStatement(parent)) return switched(spoken, parent)
  if (compiler.isCallExpression(parent) && parent.arguments[0] === outer) return lookedFor(spoken, parent)
  if (compiler.isElementAccessExpression(parent) && parent.argumentExpression === outer)
    return keyedBy(spoken, parent)
  if (compiler.isVariableDeclaration(parent) && parent.initializer === outer)
    return compiler.isIdentifier(parent.name) ? saidOfName(spoken, parent.name, parent.type) : undefined
  return isOnlyThere(outer) && !spoken.converted.isOfRefusal ? [] : undefined
}

/** Whether a type lists v1's words, and would not take v2's. */
const isSpelledOut = ({ trace: { checker } }: Spoken, node: ts.Expression): boolean => {
  const type = checker.getTypeAtLocation(node)
  const parts = type.isUnion() ? type.types : [type]
  return parts.some(({ flags }) => (flags & compiler.TypeFlags.StringLike & ~compiler.TypeFlags.String) !== 0)
}

/** The edits for every use of a name that holds the value. */
export const saidOfName = (
  spoken: Spoken,
  name: ts.Identifier,
  type?: ts.TypeNode,
): readonly Edit[] | undefined => {
  if (isExported(spoken.trace, name) || (type && type.getText() !== 'string')) return undefined
  const uses = mentionsOf(spoken.trace, name)
  // `{ state }` hands the value on.
  if (uses.some(({ parent }) => compiler.isShorthandPropertyAssignment(parent))) return undefined
  const edits = uses.map((use) => saidOf(spoken, use))
  return edits.every((one) => one !== undefined) ? edits.flat() : undefined
}

/** Conditions: v2 has a word where v1 had one. */
const isOnlyThere = (node: ts.Expression): boolean => {
  const { parent } = node
  if (compiler.isPrefixUnaryExpression(parent))
    return parent.operator === compiler.SyntaxKind.ExclamationToken
  if (compiler.isConditionalExpression(parent)) return parent.condition === node
  if (compiler.isBinaryExpression(parent))
    return parent.left === node && parent.operatorToken.kind === compiler.SyntaxKind.AmpersandAmpersandToken
  return compiler.isIfStatement(parent)
}

/** v2's words for an old one; of a word that neither API says, the word itself, and none where only v2 says it. */
const wordsFor = ({ values }: Converted, old: string): readonly string[] | undefined => {
  const words = [...values].flatMap(([v2, was]) => (was === old ? [v2] : []))
  if (words.length > 0) return words
  return values.has(old) ? undefined : [old]
}

/** `pod.desiredStatus === 'EXITED'` -> `['EXITED', 'ERROR'].includes(pod.status)`. */
const compared = (spoken: Spoken, node: ts.Expression, parent: ts.BinaryExpression): Edit[] | undefined => {
  const { values } = spoken.converted
  const style = styleOf(node.getSourceFile())
  const literal = parent.left === node ? parent.right : parent.left
  if (!compiler.isStringLiteralLike(literal)) return undefined
  const twins = [...values].flatMap(([v2, old]) => (old === literal.text ? [v2] : []))
  const [only, ...others] = twins
  if (only === undefined) return undefined
  if (others.length === 0) return only === literal.text ? [] : [replace(literal, valueText(only, style))]
  const missing = isTypeScript(node) ? missingOf(spoken, node) : 'never'
  // The comparison with a word tells a strict compiler that what it is read of is there; a list of words does not.
  if (missing === 'chain') return undefined
  const close = missing === 'value' ? ` ?? ${valueText('', style)})` : ')'
  const not = parent.operatorToken.getText().startsWith('!') ? '!' : ''
  const opening = `${not}${valueText(twins, style)}.includes(`
  const file = node.getSourceFile()
  return parent.left === node
    ? [
        { ...insertBefore(parent, opening), order: -1 },
        { file, start: node.getEnd(), end: parent.getEnd(), text: close },
      ]
    : [{ file, start: parent.getStart(), end: node.getStart(), text: opening }, insertAfter(parent, close)]
}

/** Whether the value may not be there, for a compiler, or what it is read of. */
const missingOf = ({ trace: { checker } }: Spoken, node: ts.Expression): 'never' | 'value' | 'chain' => {
  if (compiler.isOptionalChain(bare(node))) return 'chain'
  const type = checker.getTypeAtLocation(node)
  const nothing = compiler.TypeFlags.Undefined | compiler.TypeFlags.Null
  return type.isUnion() && type.types.some(({ flags }) => (flags & nothing) !== 0) ? 'value' : 'never'
}

/** `case 'EXITED':` -> `case 'EXITED': case 'ERROR':`, each on a line of its own where the clause has one. */
const switched = ({ converted }: Spoken, { caseBlock }: ts.SwitchStatement): Edit[] | undefined => {
  const edits = caseBlock.clauses.map((clause) => {
    if (!compiler.isCaseClause(clause)) return []
    const { expression: literal } = clause
    const words = compiler.isStringLiteralLike(literal) ? wordsFor(converted, literal.text) : undefined
    if (!words) return undefined
    const file = clause.getSourceFile()
    const style = styleOf(file)
    const indent = indentAt(file, clause.getStart())
    const isFirst = file.text.slice(0, clause.getStart()).endsWith(`\n${indent}`)
    const between = `:${isFirst ? `${style.newline}${indent}` : ' '}case `
    return rewords(literal, words.map((word) => valueText(word, style)).join(between), words)
  })
  return edits.every((one) => one !== undefined) ? edits.flat() : undefined
}

const rewords = (literal: ts.Expression, text: string, words: readonly string[]): Edit[] =>
  words.length === 1 && compiler.isStringLiteralLike(literal) && words[0] === literal.text
    ? []
    : [replace(literal, text)]

/** `['EXITED'].includes(state)`, or such a list, or a set of it, under a name that is used for nothing else. */
const lookedFor = (
  spoken: Spoken,
  { expression: callee, arguments: [, ...others] }: ts.CallExpression,
): Edit[] | undefined => {
  if (!compiler.isPropertyAccessExpression(callee) || others.length > 0) return undefined
  const home = homeOf(spoken.trace, callee.expression)
  const method = callee.name.text
  const list = method === 'includes' ? home : method === 'has' && home ? listOfSet(home) : undefined
  return list && compiler.isArrayLiteralExpression(list) ? listed(spoken.converted, list) : undefined
}

/** `new Set(['EXITED'])` */
const listOfSet = (node: ts.Expression): ts.Expression | undefined => {
  if (!compiler.isNewExpression(node) || node.expression.getText() !== 'Set') return undefined
  const [list, ...others] = node.arguments ?? []
  const isOpen = node.typeArguments?.every((type) => type.getText() === 'string') ?? true
  return list && others.length === 0 && isOpen ? bare(list) : undefined
}

const listed = (converted: Converted, list: ts.ArrayLiteralExpression): Edit[] | undefined => {
  const style = styleOf(list.getSourceFile())
  const edits = list.elements.map((one) => {
    const words = compiler.isStringLiteralLike(one) ? wordsFor(converted, one.text) : undefined
    return words && rewords(one, words.map((word) => valueText(word, style)).join(', '), words)
  })
  return edits.every((one) => one !== undefined) ? edits.flat() : undefined
}
