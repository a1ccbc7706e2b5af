import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, functionAround, walk } from './scope.ts'
import type { Trace } from './source.ts'

/**
 * Whether nothing that a condition asks of is set anew between the places where its function asks it: only then does one
 * answer hold for all of them.
 */
export const isSteady = (trace: Trace, condition: ts.Expression): boolean => {
  const place = functionAround(condition) ?? condition.getSourceFile()
  const asks = asksIn(place, bare(condition).getText())
  const [first, last] = [asks[0], asks.at(-1)]
  if (!first || !last) return true
  const names = namesIn(trace, condition)
  return writesIn(trace, place, names).every(
    (write) =>
      functionAround(write) === functionAround(condition) &&
      (write.getEnd() <= first.getStart() || write.getStart() >= last.getEnd()),
  )
}

/** The choices of a function that hang on a condition, in their order. */
const asksIn = (place: ts.Node, text: string): ts.ConditionalExpression[] => {
  const found: ts.ConditionalExpression[] = []
  walk(place, (node) => {
    if (compiler.isConditionalExpression(node) && withoutNot(node.condition) === text) found.push(node)
    return undefined
  })
  return found.sort((one, other) => one.getStart() - other.getStart())
}

const withoutNot = (given: ts.Expression): string => {
  const node = bare(given)
  return compiler.isPrefixUnaryExpression(node) ? withoutNot(node.operand) : node.getText()
}

const namesIn = ({ checker }: Trace, condition: ts.Expression): ReadonlySet<ts.Symbol> => {
  const found = new Set<ts.Symbol>()
  const add = (node: ts.Node): undefined => {
    const isMember = compiler.isPropertyAccessExpression(node.parent) && node.parent.name === node
    const symbol = compiler.isIdentifier(node) && !isMember ? checker.getSymbolAtLocation(node) : undefined
    if (symbol) found.add(symbol)
  }
  walk(condition, add)
  return found
}

/** Methods by which an object becomes another. */
const CHANGES = /^(push|pop|shift|unshift|splice|sort|reverse|fill|add|set|delete|clear|append)$/

/** Where something is set, changed or taken out: `x = …`, `x.id = …`, `x++`, `delete x.id`, `x.pop()`. */
const writesIn = ({ checker }: Trace, place: ts.Node, names: ReadonlySet<ts.Symbol>): ts.Node[] => {
  const found: ts.Node[] = []
  walk(place, (node) => {
    const target = changedBy(node)
    const name = target && rootOf(target)
    const symbol = name && checker.getSymbolAtLocation(name)
    if (symbol && names.has(symbol)) found.push(node)
    return undefined
  })
  return found
}

const changedBy = (node: ts.Node): ts.Expression | undefined => {
  if (compiler.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    const isSet = kind >= compiler.SyntaxKind.FirstAssignment && kind <= compiler.SyntaxKind.LastAssignment
    return isSet ? node.left : undefined
  }
  if (compiler.isDeleteExpression(node)) return node.expression
  if (compiler.isPostfixUnaryExpression(node)) return node.operand
  if (compiler.isPrefixUnaryExpression(node))
    return /^(\+\+|--)/.test(node.getText()) ? node.operand : undefined
  const isChange =
    compiler.isCallExpression(node) &&
    compiler.isPropertyAccessExpression(node.expression) &&
    CHANGES.test(node.expression.name.text)
  return isChange ? (node.expression as ts.PropertyAccessExpression).expression : undefined
}

const rootOf = (given: ts.Expression): ts.Identifier | undefined => {
  const node = bare(given)
  if (compiler.isIdentifier(node)) return node
  return compiler.isPropertyAccessExpression(node) || compiler.isElementAccessExpression(node)
    ? rootOf(node.expression)
    : undefined
}
