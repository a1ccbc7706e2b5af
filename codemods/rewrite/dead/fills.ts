import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { accessed, accessOn } from '../../sites/program/syntax/access.ts'
import { bare, dressed, isOperation } from '../../sites/program/syntax/nodes.ts'
import { parameterCall } from '../../sites/program/syntax/parameters-set.ts'
import { doesNothing } from './pure.ts'

/** What goes into a request, and does nothing by being made: `new URL(API)`, `new Headers({ … })`, `new URL(API).toString()`. */
export const isRequestPart = (given: ts.Expression): boolean => {
  const node = bare(given)
  if (compiler.isNewExpression(node))
    return (
      /^(URL|URLSearchParams|Headers)$/.test(node.expression.getText()) &&
      (node.arguments ?? []).every(isSilent)
    )
  const isText = compiler.isCallExpression(node) && node.arguments.length === 0
  const text = accessed(isText ? node.expression : node)
  return text !== undefined && /^(toString|href|search)$/.test(text.name ?? '') && isSilent(text.of)
}

/** Whether nobody else has hold of what an expression makes, so that what is put into it is put into nothing else. */
export const isFresh = (given: ts.Expression): boolean => {
  const node = bare(given)
  return compiler.isObjectLiteralExpression(node) || (compiler.isNewExpression(node) && isRequestPart(node))
}

const isSilent = (node: ts.Expression): boolean => doesNothing(node) || isRequestPart(node)

/**
 * The statement that does nothing but put something into what a use names, on a condition or not:
 * `url.searchParams.set('key', key)`, `if (key) headers.Authorization = key`.
 */
export const fillOf = (use: ts.Expression): ts.Statement | undefined => {
  const access = accessOn(use)
  if (!access) return undefined
  const isQuery = accessed(access)?.name === 'searchParams'
  const call = parameterCall(isQuery ? access : use)
  const set = dressed(access).parent
  const isSet = isOperation(set, '=', '+=') && set.left === dressed(access) && isSilent(set.right)
  const fills = call ? call.arguments.every(isSilent) && call : isSet && set
  return fills && compiler.isExpressionStatement(fills.parent) ? wholeOf(fills.parent) : undefined
}

/** A statement that can be taken out, with a condition that is asked for it alone. */
const wholeOf = (statement: ts.Statement): ts.Statement | undefined => {
  const { parent } = statement
  const isAlone = compiler.isBlock(parent) && parent.statements.length === 1
  const outer = isAlone && compiler.isIfStatement(parent.parent) ? parent.parent : parent
  if (!compiler.isIfStatement(outer))
    return compiler.isBlock(parent) || compiler.isSourceFile(parent) ? statement : undefined
  return !outer.elseStatement && doesNothing(outer.expression) ? wholeOf(outer) : undefined
}
