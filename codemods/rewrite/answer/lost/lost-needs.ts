import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, dressed } from '../../../sites/program/syntax/nodes.ts'
import { encoderOf } from '../../../sites/texts/encoders.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Reason } from '../../reason.ts'
import type { LostRead } from '../reads/read-paths.ts'
import { decidesDeeds, findsNothing, isStandInTold } from './decides-deeds.ts'

/**
 * Why a call has to stay for what is read of its answer: without the value, another call goes to `…/undefined`, or
 * the program ends where it looks into it, or decides otherwise. Anything else that reads undefined is listed, not held
 * back.
 * @param others what found nothing before, and nothing stands in for it
 */
export const neededReads = (
  trace: Trace,
  lost: readonly LostRead[],
  others: readonly LostRead[] = [],
): Reason | undefined => {
  const reads = new Set<ts.Node>([...lost, ...others].map(({ node }) => node))
  const needed = lost.filter(({ node }) => isNeeded(trace, node, reads))
  const [first] = needed
  if (!first) return undefined
  const names = [...new Set(needed.map(({ path }) => path.join('.')))]
  const whys = [...new Set(needed.map(({ path, why }) => `${path.join('.')}: ${why}`))]
  const elsewhere = needed.some((one) => one.isElsewhere) ? ', or ask v2 for it with a call of its own' : ''
  return {
    rule: first.rule,
    why: `the code cannot do without ${names.join(' and ')} of the answer; ${whys.join('; ')}`,
    fix: `do without ${names.join(' and ')}${elsewhere}, then run upshift again`,
    at: needed.map(({ node }) => node),
  }
}

const isNeeded = (trace: Trace, node: ts.Node, reads: ReadonlySet<ts.Node>): boolean => {
  const isMissed = (use: ts.Expression): boolean =>
    needs(trace, withoutStandIn(use, reads)) || decidesDeeds(trace, use, [...reads])
  if (!compiler.isBindingElement(node)) return isMissed(node as ts.Expression)
  if (!compiler.isIdentifier(node.name)) return false
  const uses = referencesOf(trace, node.name)
  const { initializer } = node
  return initializer ? uses.some((use) => isStandInTold(trace, use, initializer)) : uses.some(isMissed)
}

/** `(endpoint.templateId ?? endpoint.template?.id) === id`: what finds nothing either is no stand-in for what is not there. */
const withoutStandIn = (use: ts.Expression, reads: ReadonlySet<ts.Node>): ts.Expression => {
  const outer = dressed(use)
  const { parent } = outer
  const isChoice = compiler.isBinaryExpression(parent) && /^(\?\?|\|\|)$/.test(parent.operatorToken.getText())
  if (!isChoice) return use
  const other = bare(parent.left === outer ? parent.right : parent.left)
  return findsNothing(reads, other) ? withoutStandIn(parent, reads) : use
}

const MOST_NAMES = 4

/** Whether the place where a value is used goes wrong without it. */
const needs = (trace: Trace, node: ts.Expression, names = 0): boolean => {
  const { parent } = node
  if (compiler.isParenthesizedExpression(parent) || compiler.isAsExpression(parent))
    return needs(trace, parent, names)
  if (compiler.isNonNullExpression(parent)) return needs(trace, parent, names)
  if (looksInto(parent, node)) return !isGuarded(node)
  if (looksOn(parent, node)) return needs(trace, parent, names)
  if (compiler.isCallExpression(parent)) return isText(parent) && needs(trace, parent, names)
  if (compiler.isTemplateSpan(parent)) return textBefore(parent).endsWith('/')
  if (compiler.isBinaryExpression(parent)) return isJoined(parent, node) || decides(parent, node)
  if (compiler.isSwitchStatement(parent)) return true
  if (!compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name)) return false
  return names < MOST_NAMES && referencesOf(trace, parent.name).some((use) => needs(trace, use, names + 1))
}

const looksInto = (parent: ts.Node, node: ts.Expression): boolean => {
  if (isAccess(parent)) return parent.expression === node && !parent.questionDotToken
  if (compiler.isCallExpression(parent)) return parent.expression === node && !parent.questionDotToken
  if (compiler.isSpreadElement(parent)) return true
  return compiler.isForOfStatement(parent) && parent.expression === node
}

/** `x.list?.length`: what is read of it is missing as well. */
const looksOn = (parent: ts.Node, node: ts.Expression): parent is ts.AccessExpression =>
  isAccess(parent) && parent.expression === node

const isText = (call: ts.CallExpression): boolean =>
  encoderOf(call.expression) !== undefined || /^(String|JSON\.stringify)$/.test(call.expression.getText())

const textBefore = (span: ts.TemplateSpan): string => {
  const { head, templateSpans } = span.parent
  const index = templateSpans.indexOf(span)
  return (index === 0 ? head : (templateSpans[index - 1]?.literal ?? head)).text
}

/** `'templates/' + id` */
const isJoined = ({ left, right, operatorToken }: ts.BinaryExpression, node: ts.Expression): boolean => {
  if (operatorToken.kind !== compiler.SyntaxKind.PlusToken || right !== node) return false
  let before = bare(left)
  while (compiler.isBinaryExpression(before)) before = bare(before.right)
  return compiler.isStringLiteralLike(before) && before.text.endsWith('/')
}

/** Compared with a value of the program's own, it would never be that one again: a filter lets nothing through. */
const decides = ({ left, right, operatorToken }: ts.BinaryExpression, node: ts.Expression): boolean => {
  if (!/^[!=]==?$/.test(operatorToken.getText())) return false
  const other = bare(left === node ? right : left)
  return other.kind !== compiler.SyntaxKind.NullKeyword && other.getText() !== 'undefined'
}

/** Whether the value was looked at before: `x.list && x.list.some(…)`, `if (x.list) …`. */
const isGuarded = (node: ts.Expression): boolean => {
  const text = node.getText()
  for (let at: ts.Node = node; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const test = testOf(at.parent, at)
    if (test?.getText().includes(text)) return true
  }
  return false
}

/** What decides whether a part of a statement or expression runs. */
const testOf = (parent: ts.Node, part: ts.Node): ts.Node | undefined => {
  if (compiler.isIfStatement(parent) && parent.expression !== part) return parent.expression
  if (compiler.isConditionalExpression(parent) && parent.condition !== part) return parent.condition
  return compiler.isBinaryExpression(parent) && parent.right === part ? parent.left : undefined
}
