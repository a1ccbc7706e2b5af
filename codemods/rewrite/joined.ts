import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { referencesOf } from '../sites/flow.ts'
import { bare, functionAround } from '../sites/scope.ts'
import type { Site } from '../sites/sites.ts'
import type { Trace } from '../sites/source.ts'
import { type Edit, insertAt } from './edit.ts'
import { styleOf, valueText } from './style.ts'

/** The place at which base and path become one address. */
export interface Joined {
  readonly path: ts.Expression
  /** Teaches the helper to take a whole address as well. */
  readonly edits: (base: string) => readonly Edit[]
}

/** Finds it where a base and a path, and nothing else, are joined. */
export const joinedAt = (trace: Trace, { sink }: Site): Joined | undefined => {
  if (sink.url.kind !== 'expression') return undefined
  // axios lets a whole address win over its baseURL
  if (sink.base) return sink.library === 'axios' ? { path: sink.url.node, edits: () => [] } : undefined
  const whole = insideUrl(trace, sink.url.node)
  const path = lastOf(whole)
  if (!path || !compiler.isIdentifier(path)) return undefined
  return { path, edits: (base) => [acceptWhole(whole, path.text, base)] }
}

const insideUrl = (trace: Trace, node: ts.Expression): ts.Expression => {
  const inner = bare(node)
  if (compiler.isNewExpression(inner) && inner.arguments?.length === 1 && inner.arguments[0])
    return insideUrl(trace, inner.arguments[0])
  const value = compiler.isIdentifier(inner) ? ownValue(trace, inner) : undefined
  return value ? insideUrl(trace, value) : inner
}

/** The operand that ends a concatenation of a base and nothing else. */
const lastOf = (node: ts.Expression): ts.Expression | undefined => {
  if (compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.PlusToken)
    return bare(node.right)
  if (!compiler.isTemplateExpression(node)) return undefined
  const last = node.templateSpans.at(-1)
  const isBaseAndPath = node.templateSpans.length === (node.head.text === '' ? 2 : 1)
  return isBaseAndPath && last?.literal.text === '' ? bare(last.expression) : undefined
}

const acceptWhole = (whole: ts.Expression, name: string, base: string): Edit => {
  const file = whole.getSourceFile()
  const scheme = valueText(base.slice(0, base.indexOf('//') + 2), styleOf(file))
  return insertAt(file, whole.getStart(), `${name}.startsWith(${scheme}) ? ${name} : `)
}

/** The initializer of a variable of the same function which is used here and nowhere else. */
export const ownValue = (trace: Trace, name: ts.Identifier): ts.Expression | undefined => {
  const declaration = trace.checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!declaration || !compiler.isVariableDeclaration(declaration)) return undefined
  const { name: declared, initializer } = declaration
  if (!initializer || !compiler.isIdentifier(declared)) return undefined
  const isLocal = functionAround(declaration) === functionAround(name) && functionAround(name) !== undefined
  return isLocal && referencesOf(trace, declared).length === 1 ? initializer : undefined
}
