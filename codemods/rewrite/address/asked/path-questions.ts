import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf, saidBehind } from '../../../sites/program/names/symbol.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** What a function asks of the path, or of the address, that it is given. */
export interface Asked {
  readonly node: ts.Node
  /** What it is compared with; nothing where that is a list or a table. */
  readonly against: readonly ts.Expression[]
  /** Set where it is not asked, but names what is counted. */
  readonly isCount?: true
}

const TEXT_QUESTIONS = /^(startsWith|endsWith|includes|match|search|indexOf|split|replace|replaceAll)$/
const LIST_QUESTIONS = /^(has|get|includes|indexOf|test|exec)$/

/** What is asked of a text at one of its uses, and of what is taken of it there (`path.split('/')[1]`). */
export const askedOf = (use: ts.Expression): Asked[] => {
  const taken = takenOf(use)
  return [askedAt(use) ?? [], taken ? askedOf(taken) : []].flat()
}

const takenOf = (node: ts.Expression): ts.Expression | undefined => {
  const { parent } = dressed(node)
  // `'/' + path.split('/')[1]`
  if (compiler.isTemplateSpan(parent)) return parent.parent
  if (isOperation(parent, '+')) return parent
  if (compiler.isElementAccessExpression(parent))
    return parent.argumentExpression === node ? undefined : parent
  const isMethod = compiler.isPropertyAccessExpression(parent) && compiler.isCallExpression(parent.parent)
  return isMethod && parent.parent.expression === parent ? parent.parent : undefined
}

const askedAt = (given: ts.Expression): Asked | undefined => {
  const use = dressed(given)
  const { parent } = use
  if (compiler.isPropertyAccessExpression(parent) && parent.expression === use) {
    const call = parent.parent
    const isAsked = TEXT_QUESTIONS.test(parent.name.text) && compiler.isCallExpression(call)
    return isAsked ? { node: call, against: call.arguments } : undefined
  }
  if (compiler.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText()))
    return { node: parent, against: [parent.left === use ? parent.right : parent.left] }
  if (compiler.isSwitchStatement(parent.parent) || compiler.isSwitchStatement(parent)) {
    const owner = (compiler.isSwitchStatement(parent) ? parent : parent.parent) as ts.SwitchStatement
    const said = owner.caseBlock.clauses.flatMap((one) =>
      compiler.isCaseClause(one) ? [one.expression] : [],
    )
    return owner.expression === use ? { node: use, against: said } : undefined
  }
  if (compiler.isElementAccessExpression(parent) && parent.argumentExpression === use)
    return { node: parent, against: [] }
  const count = countOf(parent)
  if (count) return { node: count, against: [], isCount: true }
  if (!compiler.isCallExpression(parent) || !compiler.isPropertyAccessExpression(parent.expression))
    return undefined
  if (!LIST_QUESTIONS.test(parent.expression.name.text)) return undefined
  const owner = bare(parent.expression.expression)
  return { node: parent, against: owner.kind === compiler.SyntaxKind.RegularExpressionLiteral ? [owner] : [] }
}

/** `calls.inc({ path })`, `latency.labels(path)`: the call of what counts by a name. */
const countOf = (parent: ts.Node): ts.CallExpression | undefined => {
  const isMember = compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent)
  const call = isMember ? dressed(parent.parent).parent : parent
  const isCalled = compiler.isCallExpression(call) && compiler.isPropertyAccessExpression(call.expression)
  return isCalled && COUNTS.test((call.expression as ts.PropertyAccessExpression).name.text)
    ? call
    : undefined
}

const COUNTS = /^(inc|dec|observe|labels|startTimer|increment|decrement|timing|gauge|histogram|distribution)$/

/** Whether words are asked for that a path does not have any more. */
export const asksFor = (
  trace: Trace,
  { node, against, isCount }: Asked,
  gone: readonly string[],
): boolean => {
  if (isCount) return true
  const said = against.length > 0 ? against.flatMap((one) => saidBy(trace, one)) : [wordsBehind(trace, node)]
  return said.some((text) => gone.some((word) => wholeWord(word).test(text)))
}

/** What an expression says, also as a constant (`PATHS.volumes`), or as one of a list: `SLOW.some((path) => …)`. */
const saidBy = (trace: Trace, one: ts.Expression): string[] => {
  const list = listBehind(trace, one)
  if (list) return [list.getText()]
  const constants = trace.sources(one, undefined).filter(({ node }) => compiler.isLiteralExpression(node))
  return [one.getText(), ...constants.map(({ node }) => node.getText())]
}

/** The list that an expression is taken of: `RULES` of `rule.test` in `RULES.find((rule) => …)` and `for (const rule of RULES)`. */
const listBehind = (trace: Trace, given: ts.Expression): ts.Expression | undefined => {
  const node = bare(given)
  if (isAccess(node)) return listBehind(trace, node.expression)
  const named = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  const declared = named && compiler.isBindingElement(named) ? named.parent.parent : named
  if (!declared) return undefined
  const owner = declared.parent.parent
  if (compiler.isForOfStatement(owner)) return saidBehind(trace, owner.expression)
  const isGiven = compiler.isParameter(declared) && compiler.isCallExpression(owner)
  return isGiven && isAccess(owner.expression) ? saidBehind(trace, owner.expression.expression) : undefined
}

/** `start` is not asked for by who asks for `restart`. */
export const wholeWord = (word: string): RegExp => new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`)

/** The text of the table or the list that a path is looked for in. */
const wordsBehind = (trace: Trace, node: ts.Node): string => {
  const call = compiler.isCallExpression(node) ? node.expression : node
  if (!isAccess(call)) return ''
  return (listBehind(trace, call.expression) ?? saidBehind(trace, call.expression)).getText()
}
