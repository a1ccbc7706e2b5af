import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { nodesIn, someNode } from '../../sites/program/syntax/nodes.ts'

/** An expression of several lines as it would be written on one. */
export interface Gathered {
  readonly text: string
  /** Of its literals, in their order, which of them stand on several lines whether they fit on one or not. */
  readonly opened: readonly boolean[]
}

/** An expression of several lines on one; undefined where something in it can only stand on lines of its own. */
export const gather = (file: ts.SourceFile, node: ts.Node): Gathered | undefined => {
  if (someNode(node, (one) => isUnbroken(file, one))) return undefined
  const tokens = tokensOf(file, node)
  let text = ''
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    const gap = before ? file.text.slice(before.end, token.getStart(file)) : ''
    if (gap.trim() !== '') return undefined // a comment
    const said = token.getText(file)
    if (gap.includes('\n') && text.endsWith(',') && /^[)\]}]/.test(said)) text = text.slice(0, -1)
    text += (gap.includes('\n') ? between(text, said) : gap) + said
  }
  return { text, opened: literalsIn(node).map((one) => isOpened(file, one)) }
}

/** What lies behind a piece of code and before the next, where a line ended there. */
const between = (before: string, after: string): string =>
  /[([]$/.test(before) || /^[)\].?]/.test(after) ? (/^\?(?!\.)/.test(after) ? ' ' : '') : ' '

/** The literals in an expression, the outer before the inner. */
export const literalsIn = (node: ts.Node): ts.Node[] =>
  nodesIn(
    node,
    (one): one is ts.ObjectLiteralExpression | ts.ArrayLiteralExpression =>
      compiler.isObjectLiteralExpression(one) || compiler.isArrayLiteralExpression(one),
  )

/** An object whose first member begins a line, and a list of objects that say several things each, as formatters have it. */
const isOpened = (file: ts.SourceFile, node: ts.Node): boolean => {
  if (compiler.isObjectLiteralExpression(node)) {
    const [first] = node.properties
    return first !== undefined && file.text.slice(node.getStart(file), first.getStart(file)).includes('\n')
  }
  const elements = compiler.isArrayLiteralExpression(node) ? node.elements : undefined
  return elements !== undefined && elements.length > 1 && elements.every(saysSeveral)
}

const saysSeveral = (node: ts.Node): boolean =>
  compiler.isObjectLiteralExpression(node) && node.properties.length > 1

/** What has lines of its own: blocks, texts and types of several lines, markup. */
const isUnbroken = (file: ts.SourceFile, node: ts.Node): boolean =>
  KINDS.has(node.kind) && node.getText(file).includes('\n')

const KINDS: ReadonlySet<ts.SyntaxKind> = new Set([
  compiler.SyntaxKind.Block,
  compiler.SyntaxKind.ClassExpression,
  compiler.SyntaxKind.NoSubstitutionTemplateLiteral,
  compiler.SyntaxKind.TemplateExpression,
  compiler.SyntaxKind.TypeLiteral,
  compiler.SyntaxKind.UnionType,
  compiler.SyntaxKind.ConditionalType,
  compiler.SyntaxKind.JsxElement,
  compiler.SyntaxKind.JsxFragment,
  compiler.SyntaxKind.JsxSelfClosingElement,
])

const tokensOf = (file: ts.SourceFile, node: ts.Node): ts.Node[] => {
  const children = node.getChildren(file)
  if (children.length === 0 || compiler.isTemplateExpression(node)) return node.end > node.pos ? [node] : []
  return children.flatMap((child) => tokensOf(file, child))
}
