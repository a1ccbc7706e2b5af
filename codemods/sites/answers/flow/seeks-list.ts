import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { accessOn } from '../../program/syntax/access.ts'
import { comparedWith, isJoin, isNot } from '../../program/syntax/logic.ts'
import { dressed } from '../../program/syntax/nodes.ts'

/**
 * `text.startsWith('[')`, `text[0] === '['`, `text === '[]'`, `text.length < 3`: who asks whether a text is a list, or an
 * empty one, asks what v2's envelope answers otherwise. Who asks for an object as well only asks whether it is JSON.
 */
export const seeksList = (text: ts.Expression): boolean => {
  const asked = askedOf(text)
  const isSought = /\.length$/.test(asked.getText()) ? isNoLonger(asked) : isBracket(asked, /^\s*(\[|\]$)/)
  return isSought && !/(["'`])\{\1/.test(conditionAround(asked).getText())
}

/** `text.startsWith('{')`: who asks for an object alone takes a list for none, and v2's envelope for one. */
export const seeksObject = (text: ts.Expression): ts.Expression | undefined => {
  const asked = askedOf(text)
  const isSought = isBracket(asked, /^\s*(\{|\}$)/)
  return isSought && !/(["'`])\[\1/.test(conditionAround(asked).getText()) ? asked : undefined
}

/** What is asked of a text: `text.startsWith('[')`, `text[0]`, the text itself. */
const askedOf = (text: ts.Expression): ts.Expression => {
  const access = accessOn(text)
  if (!access) return text
  const { parent } = access
  return compiler.isCallExpression(parent) && parent.expression === access ? parent : access
}

/** Whether a bracket is looked for, or what was found is compared with it. */
const isBracket = (asked: ts.Expression, bracket: RegExp): boolean => {
  const sought = compiler.isCallExpression(asked) ? asked.arguments[0] : undefined
  return [sought, comparedWith(asked)].some(
    (one) => one && compiler.isStringLiteralLike(one) && bracket.test(one.text),
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
