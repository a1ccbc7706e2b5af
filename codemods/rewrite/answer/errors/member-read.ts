import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, dressed } from '../../../sites/program/syntax/nodes.ts'

/** A read of a member whose name is written out: `body.error`, `body['error']`. */
export type MemberRead = ts.PropertyAccessExpression | ts.ElementAccessExpression

/** Whether a node reads a member by a name that is written out. */
export const isMemberRead = (node: ts.Node): node is MemberRead =>
  compiler.isPropertyAccessExpression(node) ||
  (compiler.isElementAccessExpression(node) && compiler.isStringLiteralLike(node.argumentExpression))

/** Where the member's name stands, without the quotes that may be around it. */
export const nameAt = (node: MemberRead): { start: number; end: number } => {
  if (compiler.isPropertyAccessExpression(node)) return { start: node.name.getStart(), end: node.name.end }
  return { start: node.argumentExpression.getStart() + 1, end: node.argumentExpression.end - 1 }
}

/** The member's name. */
export const nameRead = (node: MemberRead): string =>
  compiler.isPropertyAccessExpression(node)
    ? node.name.text
    : (node.argumentExpression as ts.StringLiteralLike).text

/** The same read of another member, as text. */
export const readAs = (node: MemberRead, word: string): string => {
  const { start, end } = nameAt(node)
  const text = node.getText()
  const from = node.getStart()
  return text.slice(0, start - from) + word + text.slice(end - from)
}

const OF_TEXTS: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(String.prototype))

/** Whether every text has a member of that name. */
export const isOfTexts = (name: string): boolean => OF_TEXTS.has(name)

/** A read of a member that no text has: `body.error.message`, where v2 has a sentence for `body.error`. */
export const partTaken = (node: ts.Node): MemberRead | undefined => {
  if (!isMemberRead(node)) return undefined
  const { parent } = dressed(node)
  return isMemberRead(parent) && bare(parent.expression) === node && !isOfTexts(nameRead(parent))
    ? parent
    : undefined
}
