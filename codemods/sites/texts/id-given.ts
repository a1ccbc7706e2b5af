import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { bare, isOperation } from '../program/syntax/nodes.ts'

/**
 * Whether a choice puts an id behind a path where there is one (`${id ? `/${id}` : ''}`), and the caller gives one: a text
 * that its type does not let be left out. That such an id is blank, nobody means.
 */
export const isOfGivenId = (
  trace: Trace,
  { condition, whenTrue, whenFalse }: ts.ConditionalExpression,
  scope: Scope | undefined,
): boolean => {
  const asked = bare(condition)
  const other = bare(whenFalse)
  const isBlank = compiler.isStringLiteralLike(other) && other.text === ''
  if (!isBlank || !compiler.isIdentifier(asked) || !isSegment(bare(whenTrue), asked.text) || !scope)
    return false
  const found = trace.sources(asked, scope)
  return found.length > 0 && found.every(({ node }) => compiler.isExpression(node) && isGiven(trace, node))
}

/** `/${id}`, `'/' + encodeURIComponent(id)` */
const isSegment = (node: ts.Expression, name: string): boolean => {
  const said = new RegExp(`^(\\w+\\()?${name}\\)?$`)
  if (isOperation(node, '+')) {
    const left = bare(node.left)
    return compiler.isStringLiteralLike(left) && left.text === '/' && said.test(node.right.getText())
  }
  const [span, ...more] = compiler.isTemplateExpression(node) ? node.templateSpans : []
  return (
    compiler.isTemplateExpression(node) &&
    node.head.text === '/' &&
    more.length === 0 &&
    span?.literal.text === '' &&
    said.test(span.expression.getText())
  )
}

const { String: text, Number: number } = compiler.TypeFlags

/** Whether a value is a text by its type, and nothing beside: what may be left out is no such thing. */
const isGiven = ({ checker }: Trace, node: ts.Expression): boolean => {
  const symbol = checker.getSymbolAtLocation(compiler.isPropertyAccessExpression(node) ? node.name : node)
  const declared = symbol?.valueDeclaration
  const mayLack =
    (symbol?.flags ?? 0) & compiler.SymbolFlags.Optional ||
    (declared && compiler.isParameter(declared) && (declared.questionToken || declared.initializer))
  return !mayLack && (checker.getTypeAtLocation(node).flags & (text | number)) !== 0
}
