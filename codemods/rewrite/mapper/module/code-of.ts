import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'

/** What a node says however a formatter lays it: without line breaks, semicolons, the kind of quotes and, where not asked for, comments. */
export const codeOf = (node: ts.Node, comments: 'without' | 'with' = 'without'): string => {
  const words: string[] = []
  const walk = (one: ts.Node): void => {
    const inner = one.getChildren().filter(({ kind }) => !isOfDocumentation(kind))
    for (const child of inner) walk(child)
    if (inner.length > 0) return
    if (comments === 'with') words.push(...commentsAt(one))
    if (!isOfFormat(one)) words.push(wordOf(one))
  }
  walk(node)
  return words.join(' ')
}

const isOfDocumentation = (kind: ts.SyntaxKind): boolean =>
  kind >= compiler.SyntaxKind.FirstJSDocNode && kind <= compiler.SyntaxKind.LastJSDocNode

const wordOf = (one: ts.Node): string =>
  compiler.isStringLiteral(one) || compiler.isNoSubstitutionTemplateLiteral(one)
    ? JSON.stringify(one.text)
    : one.getText()

const commentsAt = (token: ts.Node): string[] => {
  const { text } = token.getSourceFile()
  const above = compiler.getLeadingCommentRanges(text, token.getFullStart()) ?? []
  const beside = compiler.getTrailingCommentRanges(text, token.getEnd()) ?? []
  return [...above, ...beside].map(({ pos, end }) => text.slice(pos, end).replace(/\s+/g, ' '))
}

/** What formatters put or leave out as they are told. */
const isOfFormat = (one: ts.Node): boolean => {
  const { SyntaxKind } = compiler
  const { kind, parent } = one
  if (kind === SyntaxKind.OpenParenToken || kind === SyntaxKind.CloseParenToken)
    return compiler.isArrowFunction(parent) || compiler.isParenthesizedExpression(parent)
  if (kind === SyntaxKind.CommaToken) return isLast(one)
  return kind === SyntaxKind.SemicolonToken || kind === SyntaxKind.SyntaxList
}

const isLast = (comma: ts.Node): boolean =>
  comma.parent.getChildren().some((list) => list.getChildren().at(-1) === comma)
