import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { bare, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { stepBack } from './document-steps.ts'

const MOST_DEPTH = 14

/** A text, or several in a row. */
export const isWritten = (given: ts.Expression): boolean => {
  const node = bare(given)
  return compiler.isStringLiteralLike(node) || compiler.isTemplateExpression(node) || isOperation(node, '+')
}

/** What `.trim()`, `gql('…')` and `print(…)` leave as it is. */
export const withinCall = (trace: Trace, node: ts.CallExpression): ts.Expression | undefined => {
  const { expression: callee } = node
  if (compiler.isPropertyAccessExpression(callee) && node.arguments.length === 0)
    return /^(trim|trimStart|trimEnd|toString)$/.test(callee.name.text) ? callee.expression : undefined
  const isTag = /(^|\.)(gql|graphql|parse|print)$/.test(callee.getText())
  return isTag && trace.targets(node, undefined).length === 0 ? node.arguments[0] : undefined
}

/** The value of `JSON.stringify(value)`, also where its names lose their quotes, as GraphQL wants them. */
export const stringifiedIn = (node: ts.CallExpression): ts.Expression | undefined => {
  const { expression: callee, arguments: given } = node
  if (callee.getText() === 'JSON.stringify')
    return given[1] === undefined || /^(null|undefined)$/.test(given[1].getText()) ? given[0] : undefined
  if (!compiler.isPropertyAccessExpression(callee) || !/^replace(All)?$/.test(callee.name.text))
    return undefined
  const inner = bare(callee.expression)
  const said = given.map((one) => one.getText()).join(', ')
  return UNQUOTED.test(said) && compiler.isCallExpression(inner) ? stringifiedIn(inner) : undefined
}

/** `/"([^"]+)":/g, '$1:'` of all names, `/"key":/g, 'key:'` of one. */
const UNQUOTED =
  /^\/"(?:\((?:\[[^\]]*\]|\\w)[+*]\)"(?:\\s\*)?:\/g, (['"`])\$1: ?\1|(\w+)"(?:\\s\*)?:\/g, (['"`])\2: ?\3)$/

/** Parts of a text, with what stands between them. */
export interface Lines {
  readonly items: readonly At[]
  readonly glue: string
}

/** `['…', c && '…'].filter(Boolean).join('\n')`. */
export const linesOf = (trace: Trace, { node, scope }: At): Lines | undefined => {
  const callee = compiler.isCallExpression(node) ? node.expression : node
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(callee)) return undefined
  const [glue] = node.arguments
  if (callee.name.text !== 'join' || (glue && !compiler.isStringLiteralLike(glue))) return undefined
  let list: At | undefined = { node: bare(callee.expression), scope }
  const filter = list.node
  const method = compiler.isCallExpression(filter) ? filter.expression : undefined
  const isFiltered =
    compiler.isCallExpression(filter) && filter.arguments.map((one) => one.getText()).join() === 'Boolean'
  if (isFiltered && method && compiler.isPropertyAccessExpression(method) && method.name.text === 'filter')
    list = { node: bare(method.expression), scope }
  if (!compiler.isArrayLiteralExpression(list.node)) list = stepBack(trace, list)
  const literal = list && bare(list.node)
  if (!list || !literal || !compiler.isArrayLiteralExpression(literal)) return undefined
  const items = itemsOf(trace, literal, list.scope)
  return items && { items, glue: glue ? glue.text : ',' }
}

/** The items of a list that is written out, with those of such lists that are spread into it. */
const itemsOf = (
  trace: Trace,
  list: ts.ArrayLiteralExpression,
  scope: At['scope'],
  depth = 0,
): readonly At[] | undefined => {
  if (isAddedTo(list) || depth > MOST_DEPTH) return undefined
  const all = list.elements.map((one): readonly At[] | undefined => {
    if (!compiler.isSpreadElement(one)) return [{ node: one, scope }]
    let at: At | undefined = { node: bare(one.expression), scope }
    if (!compiler.isArrayLiteralExpression(at.node)) at = stepBack(trace, at)
    const inner = at && bare(at.node)
    return at && inner && compiler.isArrayLiteralExpression(inner)
      ? itemsOf(trace, inner, at.scope, depth + 1)
      : undefined
  })
  return all.every((one) => one !== undefined) ? all.flat() : undefined
}

/** Whether items are put into a list after it was made. */
export const isAddedTo = (list: ts.Expression): boolean =>
  compiler.isArrayLiteralExpression(list) &&
  compiler.isVariableDeclaration(list.parent) &&
  new RegExp(`\\b${list.parent.name.getText()}\\s*\\.\\s*(push|unshift|splice|pop|shift)\\b`).test(
    list.getSourceFile().text,
  )

/** What is said under a condition, and what otherwise. */
export interface Branches {
  readonly condition: ts.Expression
  readonly yes: ts.Expression
  readonly no?: ts.Expression
}

/** The branches of `c ? a : b` and of `c && a`. */
export const branchesOf = (node: ts.Expression): Branches | undefined => {
  if (compiler.isConditionalExpression(node))
    return { condition: node.condition, yes: node.whenTrue, no: node.whenFalse }
  return isOperation(node, '&&') ? { condition: node.left, yes: node.right } : undefined
}

/** Whether an expression's text is itself GraphQL: a string in its quotes, a list, an object, null. */
export const isSyntax = (trace: Trace, { node, scope }: At, depth: number): boolean => {
  if (depth > MOST_DEPTH) return false
  const begins = (text: string): boolean => /^\s*(["[{]|null\b)/.test(text)
  if (compiler.isStringLiteralLike(node)) return begins(node.text)
  if (compiler.isTemplateExpression(node)) return begins(node.head.text)
  const branches = branchesOf(node)
  if (branches)
    return [branches.yes, ...(branches.no ? [branches.no] : [])].some((one) =>
      isSyntax(trace, { node: bare(one), scope }, depth + 1),
    )
  if (compiler.isBinaryExpression(node)) return isSyntax(trace, { node: bare(node.left), scope }, depth + 1)
  return false
}

/** `list.map(f)`. */
export const isMap = (node: ts.Expression): boolean =>
  compiler.isCallExpression(node) &&
  compiler.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'map' &&
  node.arguments.length === 1
