import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import { type Edit, insertAfter, insertBefore, replace, replaceSpan } from '../../edit/edit.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { isPathName } from '../made/joined.ts'

/** An address that begins with a base: `${BASE}/pods/${id}`, `BASE + path`. */
export interface Based {
  /** The base, as it is said there. */
  readonly base: string
  /** Whether a slash stands between base and path. */
  readonly slash: boolean
  /** The name of what follows the base, where it is nothing but a name. */
  readonly path?: string
  /** The literal that follows the base, where one does. */
  readonly rest?: ts.Node
  /** Makes the address a call with base and path (which says v1 then) as its arguments. */
  readonly wrapped: (name: string) => Edit[]
}

/** Takes an address apart that is a base and a path. */
export const basedOn = (node: ts.Expression): Based | undefined => {
  if (compiler.isTemplateExpression(node)) return ofTemplate(node)
  return compiler.isBinaryExpression(node) && isPlus(node) ? ofSum(node) : undefined
}

const isPlus = ({ operatorToken }: ts.BinaryExpression): boolean =>
  operatorToken.kind === compiler.SyntaxKind.PlusToken

const nameIn = (node: ts.Expression | undefined): { path?: string } => {
  const inner = node && bare(node)
  return inner && isPathName(inner) ? { path: inner.getText() } : {}
}

const ofTemplate = (node: ts.TemplateExpression): Based | undefined => {
  const [first, second] = node.templateSpans
  if (!first || node.head.text !== '') return undefined
  const between = first.literal.text
  return {
    base: first.expression.getText(),
    slash: between === '/',
    ...(between === '' || between === '/' ? nameIn(second?.expression) : {}),
    ...(between === '' ? {} : { rest: first.literal }),
    wrapped: (name) => wrappedTemplate(node, first, name),
  }
}

const wrappedTemplate = (node: ts.TemplateExpression, first: ts.TemplateSpan, name: string): Edit[] => {
  const open = `${name}(${first.expression.getText()}, `
  const { text } = first.literal
  if (node.templateSpans.length === 1 && !/['"\\\n]/.test(text))
    return [replace(node, `${open}${valueText(`/v1${text}`, styleOf(node.getSourceFile()))})`)]
  return [insertBefore(node, open), replaceSpan(first, '/v1'), insertAfter(node, ')')]
}

/** Sums lean to the left: the base is the innermost. */
const ofSum = (node: ts.BinaryExpression): Based | undefined => {
  let sum = node
  for (let left = bare(sum.left); compiler.isBinaryExpression(left) && isPlus(left); left = bare(sum.left))
    sum = left
  const literal = compiler.isStringLiteralLike(sum.right)
    ? sum.right
    : compiler.isTemplateExpression(sum.right)
      ? sum.right.head
      : undefined
  const slash = literal?.text === '/' && compiler.isStringLiteralLike(literal)
  const isPair = node === sum || (slash && node.left === sum)
  return {
    base: sum.left.getText(),
    slash,
    ...(isPair ? nameIn(node.right) : {}),
    ...(literal ? { rest: literal } : {}),
    wrapped: (name) => wrappedSum(node, sum, name),
  }
}

const wrappedSum = (node: ts.BinaryExpression, sum: ts.BinaryExpression, name: string): Edit[] => {
  const file = node.getSourceFile()
  const start = sum.right.getStart()
  const [quote = "'"] = file.text.slice(start)
  return [
    insertBefore(node, `${name}(`),
    { file, start: sum.left.getEnd(), end: start + 1, text: `, ${quote}/v1` },
    insertAfter(node, ')'),
  ]
}
