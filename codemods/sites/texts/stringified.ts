import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, isNothing } from '../program/syntax/nodes.ts'

/**
 * `JSON.stringify(x)` -> x; not with a replacer, which knows the members of x by their old names. Also of the bytes of that
 * text: `Buffer.from(JSON.stringify(x))`.
 */
export const stringified = (node: ts.Node): ts.Expression | undefined => {
  const text = textOfBytes(node)
  if (text) return stringified(bare(text))
  if (!compiler.isCallExpression(node) || node.expression.getText() !== 'JSON.stringify') return undefined
  const [value, replacer] = node.arguments
  return !replacer || isNothing(replacer) ? value : undefined
}

/** The text of `Buffer.from(text)`, `Buffer.from(text, 'utf8')`, `new TextEncoder().encode(text)` and `new Blob([text])`. */
const textOfBytes = (node: ts.Node): ts.Expression | undefined => {
  if (compiler.isCallExpression(node) && BYTES.test(node.expression.getText())) {
    const [text, encoding] = node.arguments
    return !encoding || UTF8.test(encoding.getText()) ? text : undefined
  }
  const isBlob = compiler.isNewExpression(node) && node.expression.getText() === 'Blob'
  const parts = isBlob ? node.arguments?.[0] : undefined
  if (!parts || !compiler.isArrayLiteralExpression(parts)) return undefined
  return parts.elements.length === 1 ? parts.elements[0] : undefined
}

const BYTES = /^(Buffer\.from|new TextEncoder\(\)\.encode)$/
const UTF8 = /^['"`]utf-?8['"`]$/i
