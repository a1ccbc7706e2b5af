import { ts } from 'ts-morph'
import { insertAfter, insertBefore, replace } from '../../../codemods/rewrite/edit/edit.ts'
import type { Change } from './form.ts'

const CHOICES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

/** Whether a part of something is not always reached, or again and again. */
const isChosen = (parent: ts.Node, part: ts.Node): boolean => {
  if (ts.isConditionalExpression(parent)) return parent.condition !== part
  if (ts.isBinaryExpression(parent)) return CHOICES.has(parent.operatorToken.kind) && parent.right === part
  if (ts.isForStatement(parent)) return parent.initializer !== part
  return ts.isWhileStatement(parent) || ts.isDoStatement(parent)
}

const isInBlock = (node: ts.Node): boolean =>
  ts.isBlock(node.parent) || ts.isSourceFile(node.parent) || ts.isCaseOrDefaultClause(node.parent)

/** The statement, or the body of an arrow function, that a node is reached with. */
const placeOf = (node: ts.Node): ts.Node | undefined => {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at
    if (ts.isStatement(at)) return at
    if (ts.isArrowFunction(parent)) return parent.body === at ? at : undefined
    if (ts.isFunctionLike(parent) || ts.isClassLike(parent) || isChosen(parent, at)) return undefined
  }
  return undefined
}

const indentOf = (node: ts.Node): string => {
  const { text } = node.getSourceFile()
  const start = text.lastIndexOf('\n', node.getStart() - 1) + 1
  return /^\s*/.exec(text.slice(start))?.[0] ?? ''
}

/** A name or another text in the place of a node, and statements right before what it is reached with. */
export const inPlaceOf = (node: ts.Node, text: string, ...before: readonly string[]): Change | undefined => {
  const place = placeOf(node)
  if (!place) return undefined
  const indent = indentOf(place)
  const lines = before.map((line) => `${line}\n${indent}`).join('')
  if (ts.isStatement(place) && isInBlock(place)) return [insertBefore(place, lines), replace(node, text)]
  const start = place.getStart()
  const said = place.getText()
  const inside = said.slice(0, node.getStart() - start) + text + said.slice(node.end - start)
  const braced = ts.isStatement(place) ? inside : `return ${inside}`
  return [replace(place, `{\n${indent}${lines}${braced}\n${indent}}`)]
}

/** A constant for a node, right before what it is reached with. */
export const named = (node: ts.Node, name: string, type = ''): Change[] => {
  const isShort = ts.isShorthandPropertyAssignment(node.parent)
  const change = isShort ? undefined : inPlaceOf(node, name, `const ${name}${type} = ${node.getText()}`)
  return change ? [change] : []
}

/** A node in brackets. */
export const wrapped = (node: ts.Node, before: string, after: string): Change => [
  { ...insertBefore(node, before), order: -node.end },
  { ...insertAfter(node, after), order: -node.getStart() },
]

/** Where a node begins its statement, a bracket before it would go on with the line above. */
export const opening = (node: ts.Node): string => {
  let at = node
  while (at.parent && !ts.isStatement(at)) at = at.parent
  return at.getStart() === node.getStart() ? ';(' : '('
}
