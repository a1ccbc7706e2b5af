import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type Access, accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, isConst, someNode } from '../../../sites/program/syntax/nodes.ts'
import { encoderOf } from '../../../sites/texts/encoders.ts'

/** What is sent of a value (`name.trim()`), by the name of the constant that keeps it: what it is made of may change. */
export const asSent = (node: ts.Expression): ts.Expression => {
  const method = accessOn(node)
  const call = method?.parent
  if (method && call && compiler.isCallExpression(call) && call.expression === method && isSentAs(method))
    return asSent(call)
  const { parent } = dressed(node)
  const isKept = compiler.isVariableDeclaration(parent) && isConst(parent)
  return isKept && compiler.isIdentifier(parent.name) && !encodedIn(node) ? parent.name : node
}

/** Methods that the text of an address is read through. */
const isSentAs = (method: Access): boolean =>
  /^(trim|trimEnd|toLowerCase)$/.test(accessed(method)?.name ?? '')

/** The text of a value, without what encodes it for an address; undefined where some other function may do so. */
export const withoutEncoding = (node: ts.Expression): string | undefined => {
  const value = encodedIn(node) ?? bare(node)
  return someNode(value, isMadeOtherwise) ? undefined : value.getText()
}

/** `name` of `encodeURIComponent(name)`. */
const encodedIn = (given: ts.Expression): ts.Expression | undefined => {
  const node = bare(given)
  const isEncoding = compiler.isCallExpression(node) && encoderOf(node.expression) !== undefined
  return isEncoding ? node.arguments[0] : undefined
}

/** A call that may make another text for an address than is asked for: `escape(name)`, `name.replace(/ /g, '%20')`. */
const isMadeOtherwise = (node: ts.Node): boolean =>
  compiler.isCallExpression(node) && !KEEPS.test(node.expression.getText())

const KEEPS = /^String$|\.(trim|toString|toLowerCase|toUpperCase|toISOString|toFixed|slice|get|at)$/

/** What a part of an address says; undefined where it is no text that was encoded. */
export const decoded = (value: string): string | undefined => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
