import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isInside, walk } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import { short } from '../reason-text.ts'

/** What the functions on the way gave in the place of data where a call was refused: the moved call throws. */
export const forgivenBy = ({ sink, scope }: Site): string[] => {
  const found: string[] = []
  let inner: ts.Node = sink.call
  let looksAtErrors = sink.graphql !== undefined || !scope
  for (let frame = scope; frame; frame = frame.outer) {
    looksAtErrors ||= /\berrors?\b/.test(frame.callee.getText())
    found.push(...givenFor(frame.callee, inner))
    inner = frame.call
  }
  if (!looksAtErrors) found.push('that it passed over errors in an answer (the moved call throws them)')
  return found
}

const givenFor = (callee: ts.Node, call: ts.Node): string[] => {
  const found: string[] = []
  walk(callee, (node) => {
    const onErrors = conditionOf(node)
    const caught =
      compiler.isTryStatement(node) && isInside(call, node.tryBlock) ? node.catchClause : undefined
    const given = onErrors ? lastGiven(onErrors) : caught && !triesAgain(caught) && lastGiven(caught.block)
    if (given)
      found.push(
        `that it gave ${given} where ${onErrors ? 'an answer had errors' : 'a call failed'} (the moved call throws)`,
      )
    return undefined
  })
  return found
}

/** What is done, or given, where an answer has errors. */
const conditionOf = (node: ts.Node): ts.Node | undefined => {
  if (compiler.isIfStatement(node)) return asksForErrors(node.expression) ? node.thenStatement : undefined
  return compiler.isConditionalExpression(node) && asksForErrors(node.condition) && isGivenBack(node)
    ? node.whenTrue
    : undefined
}

const asksForErrors = (condition: ts.Expression): boolean =>
  /\berrors\b/.test(condition.getText()) && !compiler.isPrefixUnaryExpression(condition)

const isGivenBack = ({ parent }: ts.Node): boolean =>
  compiler.isReturnStatement(parent) || compiler.isArrowFunction(parent)

/** A loop goes on after what failed. */
const triesAgain = (caught: ts.Node): boolean => {
  for (let at = caught; at.parent && !compiler.isFunctionLike(at); at = at.parent)
    if (compiler.isIterationStatement(at, false)) return true
  return false
}

/** What ends there, in a reader's words; nothing where it throws, rejects or goes on. */
const lastGiven = (node: ts.Node): string | undefined => {
  if (compiler.isConditionalExpression(node.parent)) return short(node.getText())
  const last = compiler.isBlock(node) ? node.statements.at(-1) : node
  if (last && compiler.isReturnStatement(last)) return ofReturn(last)
  const isCatch = compiler.isCatchClause(node.parent)
  return isCatch && !/\b(throw|reject|return)\b/.test(node.getText()) ? 'nothing' : undefined
}

const ofReturn = ({ expression }: ts.ReturnStatement): string | undefined => {
  const text = expression?.getText() ?? 'nothing'
  return /\b(reject|throw|data)\b/.test(text) ? undefined : short(text)
}
