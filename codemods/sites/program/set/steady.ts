import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../frames/source.ts'
import { symbolAt } from '../names/symbol.ts'
import { accessed, isAccess } from '../syntax/access.ts'
import { withoutNot } from '../syntax/logic.ts'
import { bare, functionAround, nodesIn, walk } from '../syntax/nodes.ts'

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
const asksIn = (place: ts.Node, text: string): ts.ConditionalExpression[] =>
  nodesIn(place, compiler.isConditionalExpression)
    .filter(({ condition }) => withoutNot(condition) === text)
    .sort((one, other) => one.getStart() - other.getStart())

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

/** Where something is set, changed or taken out: `x = …`, `[x] = …`, `for (x of …)`, `x.id = …`, `x++`, `delete x.id`, `x.pop()`. */
export const writesIn = (
  { checker }: Pick<Trace, 'checker'>,
  place: ts.Node,
  names: ReadonlySet<ts.Symbol>,
): ts.Node[] => {
  const found: ts.Node[] = []
  walk(place, (node) => {
    const symbols = changedBy(node).map((target) => {
      const name = rootOf(target)
      return name && symbolAt({ checker }, name)
    })
    if (symbols.some((one) => one && names.has(one))) found.push(node)
    return undefined
  })
  return found
}

/** What a node sets, changes or takes out. */
export const changedBy = (node: ts.Node): ts.Expression[] => {
  if (compiler.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    const isSet = kind >= compiler.SyntaxKind.FirstAssignment && kind <= compiler.SyntaxKind.LastAssignment
    return isSet ? targetsIn(node.left) : []
  }
  if (compiler.isForOfStatement(node) || compiler.isForInStatement(node))
    return compiler.isVariableDeclarationList(node.initializer) ? [] : targetsIn(node.initializer)
  if (compiler.isDeleteExpression(node)) return [node.expression]
  if (compiler.isPostfixUnaryExpression(node)) return [node.operand]
  if (compiler.isPrefixUnaryExpression(node)) return /^(\+\+|--)/.test(node.getText()) ? [node.operand] : []
  const method = compiler.isCallExpression(node) ? accessed(node.expression) : undefined
  if (!method || !compiler.isCallExpression(node)) return []
  if (CHANGES.test(method.name ?? '')) return [method.of]
  return method.name === 'assign' && method.of.getText() === 'Object' ? node.arguments.slice(0, 1) : []
}

/** What an assignment sets: one thing, or all that a pattern takes apart. */
const targetsIn = (given: ts.Expression): ts.Expression[] => {
  const node = bare(given)
  if (compiler.isArrayLiteralExpression(node)) return node.elements.flatMap(targetsIn)
  if (compiler.isSpreadElement(node)) return targetsIn(node.expression)
  if (compiler.isBinaryExpression(node)) return targetsIn(node.left)
  if (!compiler.isObjectLiteralExpression(node)) return [node]
  return node.properties.flatMap((one) => {
    if (compiler.isShorthandPropertyAssignment(one)) return [one.name]
    if (compiler.isPropertyAssignment(one)) return targetsIn(one.initializer)
    return compiler.isSpreadAssignment(one) ? targetsIn(one.expression) : []
  })
}

const rootOf = (given: ts.Expression): ts.Identifier | undefined => {
  const node = bare(given)
  if (compiler.isIdentifier(node)) return node
  return isAccess(node) ? rootOf(node.expression) : undefined
}
