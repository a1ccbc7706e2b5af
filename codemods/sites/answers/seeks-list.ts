import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { accessOn } from '../program/access.ts'
import { comparedWith, isJoin, isNot } from '../program/logic.ts'
import { dressed } from '../program/scope.ts'

/**
 * `text.startsWith('[')`, `text[0] === '['`, `text === '[]'`, `text.length < 3`: who asks whether a text is a list, or an
 * empty one, asks what v2's envelope answers otherwise. Who asks for an object as well only asks whether it is JSON.
 */
export const seeksList = (text: ts.Expression): boolean => {
  const access = accessOn(text)
  const call = access && compiler.isCallExpression(access.parent) && access.parent.expression === access
  const asked: ts.Expression = call ? (access.parent as ts.CallExpression) : (access ?? text)
  const isSought = /\.length$/.test(asked.getText()) ? isNoLonger(asked) : isBracket(asked)
  return isSought && !/(["'`])\{\1/.test(conditionAround(asked).getText())
}

/** Whether the bracket of a list is looked for, or what was found is compared with it. */
const isBracket = (asked: ts.Expression): boolean => {
  const sought = compiler.isCallExpression(asked) ? asked.arguments[0] : undefined
  return [sought, comparedWith(asked)].some(
    (one) => one && compiler.isStringLiteralLike(one) && /^\s*(\[|\]$)/.test(one.text),
  )
}

/** Whether a length is compared with one that nothing but a list without items has. */
const isNoLonger = (asked: ts.Expression): boolean => {
  const other = comparedWith(asked)
  return other !== undefined && compiler.isNumericLiteral(other) && /^[2-9]$/.test(other.text)
}

/** The whole of what is asked. */
const conditionAround = (node: ts.Expression): ts.Node => {
  const outer = dressed(node)
  const { parent } = outer
  const isPart = isJoin(parent) || isNot(parent) || compiler.isBinaryExpression(parent)
  return isPart ? conditionAround(parent) : outer
}
