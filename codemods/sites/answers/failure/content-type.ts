import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { madeAs } from '../../program/names/symbol.ts'
import { leaves } from '../../program/syntax/leaves.ts'
import { outcomeOf } from '../../program/syntax/logic.ts'
import { bare } from '../../program/syntax/nodes.ts'
import type { Trace } from '../../values/trace.ts'

/** A condition on what content type an answer is of. */
export interface TypeQuestion {
  readonly node: ts.Node
  /** The headers that the type is read of. */
  readonly headers: ts.Expression
  readonly holds: (type: string) => boolean
  /** How it is asked: the method, and the text that is asked for where that stands there. */
  readonly method?: ts.MemberName
  readonly word?: ts.Expression
}

/** Whether a node asks for a content type: `type.includes('application/json')`, `/json/.test(type)`, `type === '…'`. */
export const typeQuestion = (trace: Trace, node: ts.Node): TypeQuestion | undefined => {
  if (compiler.isCallExpression(node)) return asked(trace, node) ?? tested(trace, node)
  return compiler.isBinaryExpression(node) ? compared(trace, node) : undefined
}

const asked = (trace: Trace, node: ts.CallExpression): TypeQuestion | undefined => {
  const { expression: callee, arguments: given } = node
  const [first] = given
  if (!compiler.isPropertyAccessExpression(callee) || !first) return undefined
  const headers = headersRead(trace, callee.expression)
  const word = headers && wordOf(trace, first)
  const name = callee.name.text
  if (!headers || word === undefined || !/^(includes|startsWith|match|search|indexOf)$/.test(name))
    return undefined
  const holds = (type: string): boolean => {
    if (typeof word !== 'string') return word.test(type)
    return name === 'startsWith' ? type.startsWith(word) : type.includes(word)
  }
  return { node, headers, holds, method: callee.name, word: bare(first) }
}

const tested = (trace: Trace, node: ts.CallExpression): TypeQuestion | undefined => {
  const { expression: callee, arguments: given } = node
  const [first] = given
  if (!compiler.isPropertyAccessExpression(callee) || !/^(test|exec)$/.test(callee.name.text))
    return undefined
  const word = wordOf(trace, callee.expression)
  const headers = first && word instanceof RegExp ? headersRead(trace, first) : undefined
  return headers && word instanceof RegExp ? { node, headers, holds: (type) => word.test(type) } : undefined
}

const compared = (trace: Trace, node: ts.BinaryExpression): TypeQuestion | undefined => {
  const kind = node.operatorToken.getText()
  if (!/^[!=]==?$/.test(kind)) return undefined
  for (const [of, other] of [[node.left, node.right] as const, [node.right, node.left] as const]) {
    const headers = headersRead(trace, of)
    const word = headers && wordOf(trace, other)
    if (headers && typeof word === 'string')
      return { node, headers, holds: (type) => (type === word) === kind.startsWith('=') }
  }
  return undefined
}

/** The text or the pattern that is asked for. */
const wordOf = (trace: Trace, given: ts.Expression): string | RegExp | undefined => {
  const node = madeAs(trace, given)
  if (compiler.isStringLiteralLike(node)) return node.text.toLowerCase()
  if (!compiler.isRegularExpressionLiteral(node)) return undefined
  const end = node.text.lastIndexOf('/')
  try {
    return new RegExp(node.text.slice(1, end), node.text.slice(end + 1).replace(/[gy]/g, ''))
  } catch {
    return undefined
  }
}

const MOST_STEPS = 8

/** The headers whose content type a value is: read there, made lower, cut at what follows it, or kept under a name. */
const headersRead = (trace: Trace, given: ts.Expression, steps = 0): ts.Expression | undefined => {
  const node = madeAs(trace, given)
  const next = (inner: ts.Expression) => headersRead(trace, inner, steps + 1)
  // `var App = App || {}` goes on for ever
  if (steps > MOST_STEPS) return undefined
  if (compiler.isBinaryExpression(node)) return next(node.left)
  if (compiler.isElementAccessExpression(node)) {
    const { expression, argumentExpression } = node
    return isName(argumentExpression) ? bare(expression) : next(expression)
  }
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression))
    return undefined
  const { name, expression } = node.expression
  const [first] = node.arguments
  if (name.text === 'get') return first && isName(first) ? bare(expression) : undefined
  return /^(toLowerCase|trim|split|toString|at)$/.test(name.text) ? next(expression) : undefined
}

const isName = (given: ts.Expression): boolean => {
  const node = bare(given)
  return compiler.isStringLiteralLike(node) && node.text.toLowerCase() === 'content-type'
}

/** Whether a place is reached only where an answer's content type has said that it is no JSON. */
export const isOfNoJson = (trace: Trace, place: ts.Node): boolean => {
  for (let at = place; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    if (compiler.isConditionalExpression(parent) && parent.condition !== at)
      if (tellsJson(trace, parent.condition) === (parent.whenFalse === at)) return true
    if (compiler.isIfStatement(parent) && parent.expression !== at)
      if (tellsJson(trace, parent.expression) === (parent.elseStatement === at)) return true
    if (
      compiler.isBlock(parent) &&
      parent.statements.some((one) => one.end <= at.pos && isForJson(trace, one))
    )
      return true
  }
  return false
}

/** `if (isJson) return res.json()` */
const isForJson = (trace: Trace, statement: ts.Statement): boolean =>
  compiler.isIfStatement(statement) &&
  leaves(statement.thenStatement) &&
  tellsJson(trace, statement.expression) === true

/** Whether a condition holds for JSON alone, or for all else alone; undefined where it asks something else. */
const tellsJson = (trace: Trace, condition: ts.Expression): boolean | undefined => {
  const holds = (type: string): boolean | undefined => holdsFor(trace, condition, type)
  const [json, other] = [holds('application/json'), holds('text/html')]
  return other === undefined || json === other ? undefined : json
}

/** What a condition comes to for an answer of a type: `type && type.includes('json')`. */
const holdsFor = (trace: Trace, condition: ts.Expression, type: string): boolean | undefined =>
  outcomeOf(condition, (part) => {
    const question = typeQuestion(trace, part)
    if (question) return question.holds(type)
    if (headersRead(trace, part)) return true
    const made = madeAs(trace, part)
    return compiler.isIdentifier(part) && !compiler.isIdentifier(made)
      ? holdsFor(trace, made, type)
      : undefined
  })
