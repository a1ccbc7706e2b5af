import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'

/** The parentheses around a node that may serve a call or a member as its own: those of `/** @type {Pod} *\/ (x)` may not. */
export const parenthesesOf = (node: ts.Node): ts.ParenthesizedExpression | undefined => {
  const { parent } = node
  return compiler.isParenthesizedExpression(parent) && !compiler.getJSDocType(parent) ? parent : undefined
}
