import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { writesTo } from '../../sites/program/assigned.ts'
import { leaves } from '../../sites/program/leaves.ts'
import { bare } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'

/**
 * The words that a name may stand for where it is used: the function lets nothing else through
 * (`if (!WORDS.includes(word)) throw …` before it).
 */
export const allowedWords = (trace: Trace, name: ts.Expression): string[] | undefined => {
  const symbol = compiler.isIdentifier(name) ? trace.checker.getSymbolAtLocation(name) : undefined
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || writesTo(trace.checker, symbol).length > 0) return undefined
  for (let at: ts.Node = name; !compiler.isSourceFile(at) && !compiler.isFunctionLike(at); at = at.parent) {
    if (!compiler.isBlock(at.parent)) continue
    const before = at.parent.statements.slice(0, at.parent.statements.indexOf(at as ts.Statement))
    const found = before.map((one) => letThrough(trace, one, symbol)).find((words) => words !== undefined)
    if (found) return found
  }
  return undefined
}

/** The words of a statement that leaves the function for every other. */
const letThrough = (trace: Trace, statement: ts.Statement, symbol: ts.Symbol): string[] | undefined => {
  if (!compiler.isIfStatement(statement) || !leaves(statement.thenStatement)) return undefined
  const condition = bare(statement.expression)
  const isNot =
    compiler.isPrefixUnaryExpression(condition) && condition.operator === compiler.SyntaxKind.ExclamationToken
  const asked = isNot ? bare(condition.operand) : undefined
  if (!asked || !compiler.isCallExpression(asked)) return undefined
  const { expression: callee } = asked
  const [first] = asked.arguments
  const isAsked = compiler.isPropertyAccessExpression(callee) && /^(includes|has)$/.test(callee.name.text)
  if (!isAsked || !first || trace.checker.getSymbolAtLocation(bare(first)) !== symbol) return undefined
  return wordsOf(trace, callee.expression)
}

/** `['start', 'stop']` and `new Set(['start', 'stop'])`. */
const wordsOf = (trace: Trace, list: ts.Expression): string[] | undefined => {
  const [source, ...others] = trace.sources(bare(list), undefined)
  if (!source || others.length > 0) return undefined
  const { node } = source
  if (compiler.isNewExpression(node) && node.expression.getText() === 'Set')
    return node.arguments?.[0] ? wordsOf(trace, node.arguments[0]) : undefined
  if (!compiler.isArrayLiteralExpression(node)) return undefined
  const words = node.elements.map((one) => (compiler.isStringLiteralLike(one) ? one.text : undefined))
  return words.every((word) => word !== undefined) ? words : undefined
}
