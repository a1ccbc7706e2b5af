import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isWritten } from '../../../sites/answers/uses/uses-follow.ts'
import { nameOf } from '../../../sites/program/syntax/nodes.ts'
import { type Edit, insertAt } from '../../edit/edit.ts'
import { indentAt, keyText, styleOf } from '../../mapper/helpers/style.ts'
import type { Converted } from './read-paths.ts'
import { homeOf, type Spoken } from './value-homes.ts'

/** `COLORS[state]`: a table that nothing else reads says the same for each of v2's words. */
export const keyedBy = (spoken: Spoken, access: ts.ElementAccessExpression): readonly Edit[] | undefined => {
  const table = homeOf(spoken.trace, access.expression)
  if (isWritten(access) || !table || !compiler.isObjectLiteralExpression(table)) return undefined
  const names = table.properties.map((one) => (one.name ? nameOf(one.name) : undefined))
  const { values } = spoken.converted
  // What only v2 says was a key that no answer ever had.
  if (!names.every((name) => name !== undefined && !isNew(values, name))) return undefined
  const edits = table.properties.map((one, index) => spokenAlike(one, names[index] ?? '', values))
  return edits.every((one) => one !== undefined) ? edits.flat() : undefined
}

const isNew = (values: Converted['values'], word: string): boolean =>
  values.has(word) && ![...values.values()].includes(word)

/** `EXITED: 'grey'` -> `EXITED: 'grey', ERROR: 'grey'`, in the order of v2's words. */
const spokenAlike = (
  property: ts.ObjectLiteralElementLike,
  name: string,
  values: Converted['values'],
): readonly Edit[] | undefined => {
  const words = [...values].flatMap(([v2, old]) => (old === name ? [v2] : []))
  if (words.every((word) => word === name)) return []
  // An old word that v2 does not have would stay behind.
  if (!compiler.isPropertyAssignment(property) || !isPlain(property.initializer) || !words.includes(name))
    return undefined
  const file = property.getSourceFile()
  const style = styleOf(file)
  const said = (word: string): string => `${keyText(word, style)}: ${property.initializer.getText()}`
  const between = `,${lineBreak(property)}`
  // What is said behind a member of its line is about that member.
  const middle = isRemarked(property) ? words.length : words.indexOf(name)
  const before = words.slice(0, middle + 1).filter((word) => word !== name)
  const after = words.slice(middle + 1).filter((word) => word !== name)
  return [
    insertAt(file, property.getStart(), before.map((word) => `${said(word)}${between}`).join('')),
    insertAt(file, property.getEnd(), after.map((word) => `${between}${said(word)}`).join('')),
  ].filter(({ text }) => text !== '')
}

/** What stands between members: a line of its own for each, or a space. */
const lineBreak = (property: ts.Node): string => {
  const file = property.getSourceFile()
  const indent = indentAt(file, property.getStart())
  const isFirst = file.text.slice(0, property.getStart()).endsWith(`\n${indent}`)
  return isFirst ? `${styleOf(file).newline}${indent}` : ' '
}

const isRemarked = (property: ts.Node): boolean =>
  /^,?[ \t]*\/[/*]/.test(property.getSourceFile().text.slice(property.getEnd()))

/** Values that are the same however often they are written. */
const isPlain = (node: ts.Expression): boolean =>
  compiler.isStringLiteralLike(node) ||
  compiler.isNumericLiteral(node) ||
  compiler.isIdentifier(node) ||
  node.kind === compiler.SyntaxKind.TrueKeyword ||
  node.kind === compiler.SyntaxKind.FalseKeyword ||
  node.kind === compiler.SyntaxKind.NullKeyword ||
  (compiler.isPropertyAccessExpression(node) && isPlain(node.expression))
