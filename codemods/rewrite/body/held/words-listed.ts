import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { dressed, functionAround, isInside, statementOf, walk } from '../../../sites/program/syntax/nodes.ts'
import { constantOf } from '../../../sites/schemas/schemas.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * The words by which something is looked at that is walked key by key, or handed to what checks it: those of the lists,
 * tables and schemas named there (`Object.keys(body).every((key) => ALLOWED.has(key))`, `CreatePod.parse(body)`).
 */
export const wordsListed = (trace: Trace, given: ts.Expression): ReadonlySet<string> => {
  const node = dressed(given)
  const { parent } = node
  if (isWalk(parent, node)) return wordsIn(trace, wholeFunction(node))
  // `body.hasOwnProperty(key)`, `text.includes(word)`
  if (compiler.isPropertyAccessExpression(parent) && ASKS.test(parent.name.text))
    return wordsIn(trace, parent.parent)
  const isHanded = compiler.isCallExpression(parent) && parent.arguments.includes(node) && !isText(parent)
  return new Set(
    isHanded
      ? [parent.expression, ...parent.arguments.filter((one) => one !== node)].flatMap((one) => [
          ...wordsIn(trace, one),
        ])
      : [],
  )
}

/** The function that a place belongs to, with the callbacks in it. */
const wholeFunction = (node: ts.Node): ts.Node => {
  const around = functionAround(node)
  if (!around) return statementOf(node)
  return compiler.isCallExpression(around.parent) ? wholeFunction(around.parent) : around
}

const isText = ({ expression: callee }: ts.CallExpression): boolean => callee.getText() === 'JSON.stringify'

/** `Object.keys(body)` but for their number, `for (const key in body)`, `body[key]`, `key in body`. */
const isWalk = (parent: ts.Node, node: ts.Expression): boolean => {
  if (compiler.isForInStatement(parent)) return parent.expression === node
  if (compiler.isElementAccessExpression(parent))
    return parent.expression === node && !compiler.isStringLiteralLike(parent.argumentExpression)
  if (compiler.isBinaryExpression(parent))
    return (
      parent.operatorToken.kind === compiler.SyntaxKind.InKeyword &&
      parent.right === node &&
      !compiler.isStringLiteralLike(parent.left)
    )
  if (!compiler.isCallExpression(parent) || !KEYS.test(parent.expression.getText())) return false
  const of = dressed(parent).parent
  return !(compiler.isPropertyAccessExpression(of) && of.name.text === 'length')
}

const ASKS = /^(hasOwnProperty|includes|indexOf|match|search)$/

const KEYS = /^(Object\.(keys|entries|hasOwn|getOwnPropertyNames)|Reflect\.(ownKeys|has))$/

const MOST_NAMES = 4

/** The texts and the names of members that an expression says, and what the constants do that it names. */
const wordsIn = (trace: Trace, given: ts.Node, depth = 0): ReadonlySet<string> => {
  const found = new Set<string>()
  walk(given, (node) => {
    if (compiler.isStringLiteralLike(node)) found.add(node.text)
    if (compiler.isPropertyAssignment(node) && compiler.isIdentifier(node.name)) found.add(node.name.text)
    const value = compiler.isIdentifier(node) && depth < MOST_NAMES ? constantOf(trace, node) : undefined
    if (value && !compiler.isFunctionLike(value) && !isInside(value, given))
      for (const word of wordsIn(trace, value, depth + 1)) found.add(word)
    return undefined
  })
  return found
}
